import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { sendConcurrently, startLoad } from '../harness/load.ts'
import { logIn, getToken } from '../harness/api-client.ts'
import { findFreePort, type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { createUploader } from '../harness/uploader.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
const LECTURE = '/Academy/api/course/defense-medical-exam-training/lecture/what-a-defense-medical-exam-is'

const PROXIES = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    command: (file: string, folder: string) => ['nginx', '-c', file, '-p', folder, '-g', 'daemon off;'],
  },
  {
    name: 'caddy',
    file: 'Caddyfile',
    command: (file: string) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
]

const isThere = (program: string) =>
  spawnSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' }).status === 0

/** Configures two services, as the comments in the files describe. */
function withTwo(text: string): string {
  return text
    .replace(/^ *server 127\.0\.0\.1:3000 .*\n/m, '')
    .replaceAll('# server 127.0.0.1', 'server 127.0.0.1')
    .replace(/^\treverse_proxy 127\.0\.0\.1:3000 /m, '\treverse_proxy 127.0.0.1:3001 127.0.0.1:3002 ')
}

let folder: string
let database: Awaited<ReturnType<typeof startEmbeddedServer>>
let academies: RunningAcademy[]
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'academy-proxies-'))
  database = await startEmbeddedServer(path.join(folder, 'database'))
  // Two academies on one database and one folder, like two services on one machine.
  const settings = { DATA_DIR: path.join(folder, 'data'), APP_SECRET: 'the-same-secret-for-every-process-of-it' }
  const first = await runAcademy({ databaseUrl: database.connectionString, settings })
  academies = [first, await runAcademy({ databaseUrl: database.connectionString, settings })]
})
afterAll(async () => {
  for (const academy of academies) await academy.close()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

for (const { name, file, command } of PROXIES) {
  describe.skipIf(!isThere(name))(`behind ${name} with deploy/${file} (skipped if ${name} is not installed)`, () => {
    let proxy: ChildProcess
    let url: string
    beforeAll(async () => {
      const port = await findFreePort()
      url = `http://127.0.0.1:${port}`
      const [one, two] = academies.map((academy) => new URL(academy.url).port)
      const ports: Record<string, string | undefined> = { 8080: String(port), 3001: one, 3002: two }
      // Replaces all ports in one step, because one of our ports may contain one of theirs.
      const adapted = withTwo(await readFile(path.join(DEPLOY, file), 'utf8'))
        .replaceAll(/8080|3001|3002/g, (theirs) => ports[theirs] ?? theirs)
        .replaceAll('/run/nginx.pid', path.join(folder, 'nginx.pid'))
      const configFile = path.join(folder, file)
      await writeFile(configFile, adapted)
      const [program = '', ...args] = command(configFile, folder)
      proxy = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } })
      await answering(url, proxy)
    })
    afterAll(async () => {
      if (proxy.exitCode !== null) return
      const ended = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await ended
    })

    test('passes on pages, calls, and built files with their headers', async () => {
      const page = await fetch(`${url}/Courses/`)
      expect([page.status, page.headers.get('content-security-policy')]).toEqual([
        200,
        expect.stringContaining('sha256-'),
      ])
      const [, asset = ''] = /"(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
      const built = await fetch(url + asset)
      expect(built.headers.get('cache-control')).toContain('immutable')
      const demo = await logIn(url, 'demo', 'demo-learner-2026')
      expect((await demo.get('/Academy/api/MyAcademy/')).body).toHaveLength(1)
      expect((await fetch(`${url}/metrics`)).status).toBe(404)
    })

    test('serves a video in ranges', async () => {
      const demo = await logIn(url, 'demo', 'demo-learner-2026')
      const { body } = await demo.get(LECTURE)
      const address = /\/media\/[^"\\]+[.]mp4[^"\\]*/.exec(JSON.stringify(body))?.[0] ?? ''
      const part = await fetch(url + address, { headers: { range: 'bytes=1000-66535' } })
      expect([part.status, part.headers.get('content-range')?.split('/')[0]]).toEqual([206, 'bytes 1000-66535'])
      expect((await part.arrayBuffer()).byteLength).toBe(65_536)
    })

    test('files are uploaded in chunks, whichever of the two takes a chunk; no other request may be that large', async () => {
      const token = await getToken(url, 'staff', 'demo-staff-2026')
      const content = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(20_000_000)])
      const { body } = await createUploader(url, token).send({ name: `${name}.zip`, use: 'handout', content })
      expect(body).toMatchObject({ state: 'stored', file: { bytes: content.length } })
      const elsewhere = await fetch(`${url}/Academy/api/login/`, {
        method: 'POST',
        body: content.subarray(0, 300_000),
      })
      expect(elsewhere.status).toBe(413)
    })

    test('clients that send endless bodies are cut off without affecting others', async () => {
      const cutOff = () => {
        const body = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(100_000)) })
        const sending = { method: 'POST', body, duplex: 'half' }
        return fetch(`${url}/Academy/api/login/`, sending).then(
          ({ status }) => status,
          () => 0,
        )
      }
      const statuses = await Promise.all(Array.from({ length: 6 }, cutOff))
      expect(statuses.filter((status) => status !== 0 && status < 400)).toEqual([])
      const others = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/Courses/`)))
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    })

    test('thirty nurses behind one address open pages and seek in videos; a client that floods it is rate limited', async () => {
      const open = async (count: number) => {
        const { answers } = sendConcurrently(Array.from({ length: count }, () => `${url}/Courses/`))
        return (await answers).filter(({ status }) => status === 'rejected').length
      }
      expect(await open(120)).toBe(0)
      const demo = await logIn(url, 'demo', 'demo-learner-2026')
      const { body } = await demo.get(LECTURE)
      const video = url + (/\/media\/[^"\\]+[.]mp4[^"\\]*/.exec(JSON.stringify(body))?.[0] ?? '')
      const seeking = Array.from({ length: 90 }, async (_, n) => {
        const part = await fetch(video, { headers: { range: `bytes=${n * 1_000}-${n * 1_000 + 999}` } })
        await part.arrayBuffer()
        return part.status
      })
      expect(new Set(await Promise.all(seeking))).toEqual(new Set([206]))
      // Caddy has no such limit by default.
      if (name === 'caddy') return
      expect((await Promise.all(Array.from({ length: 8 }, () => open(150)))).reduce((a, b) => a + b)).toBeGreaterThan(
        50,
      )
      // Waits before the next test until many requests succeed; a single response would not show that the limit has
      // recovered.
      await expect.poll(() => open(40), { timeout: 30_000, interval: 3_000 }).toBe(0)
    })

    test('visitors notice nothing when one of two is killed under load', async () => {
      // Forty per second, which is less than a single visitor may request.
      const load = startLoad(`${url}/Academy/api/courses/`, 8, 200)
      await sleep(1_000)
      await academies[0]?.kill()
      await sleep(2_000)
      await load.stop()
      expect(load.failures).toEqual([])
      expect(load.answered()).toBeGreaterThan(20)
      await academies[0]?.start()
    })
  })
}

async function answering(url: string, proxy: ChildProcess): Promise<void> {
  let output = ''
  proxy.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)))
  for (let tries = 0; tries < 300 && proxy.exitCode === null; tries += 1) {
    const isOk = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOk) return
    await sleep(100)
  }
  throw new Error(`The proxy does not answer: ${output}`)
}
