import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupCommands } from '../../src/cli/backup-commands.ts'
import { findFreePort } from '../harness/running-academy.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
const isThere = (program: string) =>
  spawnSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' }).status === 0

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-proxy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Runs a program until the test ends. `log()` returns its output so far. */
function run(program: string, args: string[], folder: string): { log: () => string } {
  const proxy = spawn(program, args, { env: { ...process.env, HOME: folder } })
  let log = ''
  for (const output of [proxy.stdout, proxy.stderr]) output.setEncoding('utf8').on('data', (some) => (log += some))
  const ended = once(proxy, 'exit')
  onTestFinished(async () => {
    proxy.kill('SIGTERM')
    await ended
  })
  return { log: () => log }
}

/** IP addresses within a row are one client; different rows are different clients. */
const VISITORS = [
  ['2600:3c00::f03c:91ff:fe12:3456', '2600:3c00::f03c:91ff:fe12:3457', '2600:3c00:0:0:1::1'],
  ['2600:3c00::1:0:0:0:1', '2600:3c00:0:1:ffff:ffff:ffff:ffff'],
  ['2001:db8::aaaa:bbbb:cccc:dddd', '2001:db8::1', '2001:db8:0:0:a0a:b0b:c0c:a0a'],
  ['2a03:b0c0:1::5:6:7:8', '2a03:b0c0:1:0:5::8', '2a03:b0c0:1::'],
  ['2a03:b0c0:1:1:5:6:7:8', '2a03:b0c0:1:1::'],
  ['2001:db8:a0a:a0a::1', '2001:db8:a0a:a0a:a0a:a0a:a0a:a0a'],
  ['::1'],
  ['203.0.113.9', '::ffff:203.0.113.9'],
  ['203.0.113.10', '::ffff:203.0.113.10'],
]

test.skipIf(!isThere('nginx'))(
  'nginx counts an IPv6 network as one client, however its addresses are written',
  async () => {
    const folder = await temporaryFolder()
    const conf = await readFile(path.join(DEPLOY, 'nginx.conf'), 'utf8')
    const map = /map .* \$visitor \{[^}]*(?:\{[^}]*\}[^}]*)*?\n {4}\}/.exec(conf)?.[0]
    const port = await findFreePort()
    await writeFile(
      path.join(folder, 'nginx.conf'),
      `pid ${folder}/pid; error_log ${folder}/errors; events {}
     http {
       access_log off;
       ${map}
       server {
         listen 127.0.0.1:${port};
         set_real_ip_from 127.0.0.1;
         real_ip_header X-Forwarded-For;
         default_type text/plain;
         return 200 $visitor;
       }
     }`,
    )
    run('nginx', ['-c', path.join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;'], folder)
    const visitorOf = async (address: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': address } })
      return Buffer.from(await reply.arrayBuffer()).toString('hex')
    }
    await expect.poll(() => visitorOf('192.0.2.1').catch(() => '')).not.toBe('')
    const rows = await Promise.all(VISITORS.map(async (row) => [...new Set(await Promise.all(row.map(visitorOf)))]))
    expect(rows.map((visitors) => visitors.length)).toEqual(VISITORS.map(() => 1))
    expect(new Set(rows.flat()).size).toBe(VISITORS.length)
  },
)

/** `fetch` would normalize the URL. */
async function statusOf(port: number, target: string): Promise<number | undefined> {
  const [reply] = (await once(request({ port, path: target, agent: false }).end(), 'response')) as [IncomingMessage]
  reply.resume()
  return reply.statusCode
}

const PROXIES: [program: string, file: string, args: string[]][] = [
  ['nginx', 'nginx.conf', ['-e', 'stderr', '-g', 'daemon off;', '-p', '.', '-c']],
  ['caddy', 'Caddyfile', ['run', '--adapter', 'caddyfile', '--config']],
]

for (const [program, file, args] of PROXIES) {
  test.skipIf(!isThere(program))(
    `${program} continues after a busy reply from the academy and never exposes metrics`,
    async () => {
      const folder = await temporaryFolder()
      const busy = createServer(({ url }, reply) => void reply.writeHead(url === '/busy' ? 503 : 200).end()).listen(
        0,
        '127.0.0.1',
      )
      await once(busy, 'listening')
      onTestFinished(() => void busy.close())
      const address = busy.address()
      const academy = String(typeof address === 'object' && address?.port)
      const port = await findFreePort()
      const conf = path.join(folder, file)
      const adapted = (await readFile(path.join(DEPLOY, file), 'utf8'))
        .replaceAll(/8080|300[0-2]/g, (theirs) => (theirs === '8080' ? String(port) : academy))
        .replaceAll('/run/nginx.pid', path.join(folder, 'pid'))
      await writeFile(conf, adapted)
      run(program, [...args, conf], folder)
      const status = (page: string) => fetch(`http://127.0.0.1:${port}${page}`).then((reply) => reply.status, String)
      await expect.poll(() => status('/'), { timeout: 10_000 }).toBe(200)
      for (const spelled of [
        '/metrics',
        '/metrics/',
        '/%6detrics',
        '/metrics%2F',
        '//metrics',
        '/./metrics//',
        '/x/../metrics',
      ])
        expect([spelled, await statusOf(port, spelled)]).toEqual([spelled, 404])
      for (let n = 0; n < 4; n++) expect(await status('/busy')).toBe(503)
      for (let n = 0; n < 4; n++) expect(await status('/')).toBe(200)
    },
  )

  test.skipIf(!isThere(program))(
    `${program} with deploy/${file} logs no client addresses or requests, not even while the academy is down`,
    async () => {
      const folder = await temporaryFolder()
      const [port, nobody] = [await findFreePort(), await findFreePort()]
      const adapted = (await readFile(path.join(DEPLOY, file), 'utf8'))
        .replaceAll(/8080|300[0-2]/g, (theirs) => (theirs === '8080' ? String(port) : String(nobody)))
        .replaceAll('/run/nginx.pid', path.join(folder, 'pid'))
        .replace('lb_try_duration 3s', 'lb_try_duration 0s')
      const conf = path.join(folder, file)
      await writeFile(conf, adapted)
      const { log } = run(program, [...args, conf], folder)
      const page = `http://127.0.0.1:${port}/ResetPassword/secret-token?signature=secret-signature`
      const status = () =>
        fetch(page, { headers: { 'user-agent': 'secret-browser' } }).then((reply) => reply.status, String)
      // Caddy sends no more requests after its health checks have failed.
      const gone = program === 'caddy' ? 503 : 502
      await expect.poll(status, { timeout: 10_000 }).toBe(gone)
      expect(await status()).toBe(gone)
      expect(log()).not.toMatch(/secret|remote_ip|client:/)
    },
  )
}

test("the service's port matches README and the proxies, and the single-process service differs in nothing else", async () => {
  const [unit, template, nginx, caddy, readme] = await Promise.all(
    ['deploy/academy.service', 'deploy/academy@.service', 'deploy/nginx.conf', 'deploy/Caddyfile', 'README.md'].map(
      (file) => readFile(path.join(DEPLOY, '..', file), 'utf8'),
    ),
  )
  const [port] = /\d{4}/.exec(/^\| `PORT`.*$/m.exec(readme ?? '')?.[0] ?? '') ?? []
  expect(/^ *server 127\.0\.0\.1:(\d+)/m.exec(nginx ?? '')?.[1]).toBe(port)
  expect(/^\treverse_proxy 127\.0\.0\.1:(\d+) \{/m.exec(caddy ?? '')?.[1]).toBe(port)
  expect(unit).toContain(`127.0.0.1:${port}`)
  const lines = (text = '') => text.slice(text.indexOf('[Unit]')).split('\n')
  const [ofOne, ofAll] = [lines(template), lines(unit)]
  expect(ofOne.filter((line) => !ofAll.includes(line))).toEqual([
    'Description=Legal Nurse Academy, port %i',
    'Environment=PORT=%i',
    'ExecStart=/usr/bin/node scripts/start.mjs',
  ])
  expect(ofAll.filter((line) => !ofOne.includes(line))).toEqual([
    'Description=Legal Nurse Academy',
    'ExecStart=/usr/bin/node scripts/start.mjs --serve',
    expect.stringMatching(/^# systemctl reload/),
    'ExecReload=/bin/kill -HUP $MAINPID',
  ])
})

test("the nightly backup has the service's settings, user, and protection, and runs an existing command", async () => {
  const [unit = '', backup = ''] = await Promise.all(
    ['academy.service', 'academy-backup.service'].map((name) => readFile(path.join(DEPLOY, name), 'utf8')),
  )
  const settings = (text: string) => text.split('\n').filter((line) => /^[A-Z]\w+=/.test(line))
  const others = /^(?:Description|StartLimit|Exec|KillMode|Timeout|Restart|StateDirectory=|WantedBy)/
  const own = settings(backup)
  expect(settings(unit).filter((line) => !others.test(line) && !own.includes(line))).toEqual([])
  expect(own).toContain('StateDirectory=academy academy-backups')
  const [, typed = ''] = /^ExecStart=\/usr\/bin\/node scripts\/command\.mjs src\/cli\.ts (.*)$/m.exec(backup) ?? []
  expect(typed).toBe('backup /var/lib/academy-backups --keep 14 --try')
  const verb = backupCommands['backup']
  expect(Object.keys(verb?.options ?? {})).toEqual(expect.arrayContaining(['keep', 'try']))
})

test.skipIf(!isThere('systemd-analyze'))('systemd reports no problems with the services', async () => {
  const folder = await temporaryFolder()
  const names = ['academy.service', 'academy@.service', 'academy-backup.service', 'academy-backup.timer']
  const files = names.map((name) => path.join(folder, name.replace('@', '@3001')))
  for (const [at, name] of names.entries()) {
    const text = await readFile(path.join(DEPLOY, name), 'utf8')
    // systemd checks that the executable exists.
    await writeFile(files[at] ?? '', text.replace('/usr/bin/node', process.execPath))
  }
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', '--recursive-errors=no', ...files],
    {
      encoding: 'utf8',
    },
  )
  expect([status, `${stdout}${stderr}`.split('\n').filter((line) => line.includes('academy'))]).toEqual([0, []])
})
