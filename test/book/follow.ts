// `npm run book`: follows docs/running.md on an empty Debian server, as a reader would, with the commands read from the
// page. Requires root on Debian and `apt-get install debootstrap systemd-container slirp4netns pebble`. BOOK_FOLDER:
// where to cache the Debian image. BOOK_KEEPS=1: keeps the servers running until Ctrl+C for inspection.
// It differs from the page: Node is copied in; the content is the demo; certificates come from a local authority
// (pebble); email, storage, and Stripe are test servers; the other machine is a folder; there are no live keys; the disk
// is not full; and pages are requested by a program, not viewed.
import { strict as assert } from 'node:assert'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../harness/running-academy.ts'
import { openOutside } from './outside.ts'
import { type Block, blocksOf, filledIn } from './page.ts'
import * as people from './people.ts'
import { NEW_WORDS, openProgram } from './program.ts'
import { Server } from './server.ts'
import { KNOWN_ISSUES, INSTEAD, SECTIONS, valuesOf } from './reader.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDER = process.env['BOOK_FOLDER'] ?? path.join(tmpdir(), 'academy-book')
const ADDRESS = 'academy.example.com'
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'

refuseUnlessReady()
const began = performance.now()
const times: { what: string; seconds: number }[] = []
const blocks = blocksOf(readFileSync(path.join(ROOT, 'docs/running.md'), 'utf8'))
const elsewhere = path.join(FOLDER, 'elsewhere')
for (const folder of [elsewhere, path.join(FOLDER, 'cards')]) rmSync(folder, { recursive: true, force: true })
mkdirSync(elsewhere, { recursive: true })
const program = openProgram(ROOT, path.join(FOLDER, 'program'))

const outside = await openOutside(FOLDER)
const values = valuesOf(outside)
const servers: Server[] = []
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
try {
  await follow()
  print(`\nThe whole book: ${Math.round((performance.now() - began) / 1000)} s`)
  for (const { what, seconds } of times) print(`${seconds.toFixed(1).padStart(8)} s  ${what}`)
} catch (error) {
  print(String(error instanceof Error ? error.message : error))
  process.exitCode = 1
} finally {
  if (process.env['BOOK_KEEPS'] !== undefined && !stop.signal.aborted) {
    print(`Kept until Ctrl+C, for an hour at most: ${servers.map(({ name }) => path.join(FOLDER, name)).join(' ')}`)
    await sleep(3_600_000, undefined, { signal: stop.signal }).catch(() => {})
  }
  for (const server of servers) await server.lose()
  await outside.close()
}

/** Exits with instructions if the run is not possible on this machine. */
function refuseUnlessReady(): void {
  const complain = (text: string, code: number) => {
    process.stderr.write(`${text}\n`)
    process.exit(code)
  }
  if (process.argv.length > 2)
    complain('npm run book takes no words. BOOK_FOLDER and BOOK_KEEPS=1 change what it does.', 2)
  const missing = ['debootstrap', 'systemd-nspawn', 'slirp4netns', 'pebble'].filter(
    (program) => spawnSync('sh', ['-c', 'command -v "$0"', program]).status !== 0,
  )
  if (process.getuid?.() !== 0 || missing.length > 0)
    complain('npm run book needs root and: apt-get install debootstrap systemd-container slirp4netns pebble', 1)
}

async function follow(): Promise<void> {
  const first = await begin('first')
  for (const section of [SECTIONS.server, SECTIONS.program, SECTIONS.database, SECTIONS.settings])
    await doSection(first.server, section)
  await doSection(first.server, SECTIONS.service)
  await doSection(first.server, SECTIONS.address)
  const { site } = first
  await outside.sendEventsTo(site.port, { ca: site.ca, host: ADDRESS })

  const staff = await doSection(first.server, SECTIONS.staff)
  const password = await people.choosesPassword(site, /\/ResetPassword\/([\w-]+)/.exec(staff)?.[1] ?? '')
  const key = await timed('staff sets up the second factor', () => people.setsUpFactor(site, password))
  assert.equal((await first.server.run('cp -r /srv/academy/demo /srv/content\n')).code, 0)
  await doSection(first.server, SECTIONS.content)
  await timed('visitors look around', () => people.looksAround(site))

  const [restarted, looked = [], refunded = []] = parts(SECTIONS.purchase, [
    'systemctl restart',
    'academy orders',
    'academy refund',
  ])
  await outside.addWebhook(`https://${ADDRESS}`)
  first.server.write('etc/academy.env', `STRIPE_WEBHOOK_SECRET=${outside.emulator.webhookSecret}\n`, { isAdded: true })
  await doBlocks(first.server, restarted ?? [])
  const certificates: string[] = []
  for (const name of ['anna', 'ben'])
    await timed(`${name} registers, buys, studies and gets the certificate`, async () => {
      await people.registers(site, outside, name)
      const token = await people.logsIn(site, name)
      assert.equal(await people.owns(site, token), false)
      await people.pays(site, outside, { token })
      assert.equal(await people.owns(site, token), true)
      await people.emailTo(outside, `${name}@example.com`, /(receipt)/i)
      certificates.push(await people.studies(site, outside, { token, email: `${name}@example.com` }))
    })
  const orders = await doBlocks(first.server, looked)
  values.ORDER = /\b[0-9A-F]{12}\b/.exec(orders)?.[0] ?? 'no-order-found'
  await doBlocks(first.server, refunded)
  const anna = await people.logsIn(site, 'anna')
  assert.equal(await people.owns(site, anna), false)
  await doSection(first.server, SECTIONS.backups)
  await doSection(first.server, SECTIONS.watching)

  program.change()
  await doSection(first.server, SECTIONS.upgrade)
  await timed('visitors look around on the new version', () => people.looksAround(site, NEW_WORDS))

  await timed('a payment of which only the card provider knows', async () => {
    await outside.sendEventsTo(undefined, { ca: site.ca, host: ADDRESS })
    await people.pays(site, outside, {
      token: anna,
      way: '/Academy/api/create-payment-document/',
      what: 'dme-observer-starter-kit',
      comesBack: false,
    })
    await people.emailTo(outside, 'anna@example.com', /(Observer Starter Kit)/i)
    await outside.sendEventsTo(site.port, { ca: site.ca, host: ADDRESS })
  })
  const found = await doSection(first.server, SECTIONS.noAccess)
  assert.match(found, /paid/)

  outside.post.isAway = true
  await people.asksForPassword(site, 'anna@example.com')
  await sleep(5_000)
  const [mails = [], again = []] = parts(SECTIONS.noMail, ['academy mails', 'academy retry-jobs'])
  assert.match(await doBlocks(first.server, mails), /waiting: 451/)
  outside.post.isAway = false
  await doBlocks(first.server, again)
  await timed('the mail that waited comes', () => people.emailTo(outside, 'anna@example.com', /(ResetPassword)/))

  await doSection(first.server, SECTIONS.disk)
  first.server.write(
    'etc/academy.env',
    `STRIPE_WEBHOOK_SECRET=whsec_of-yesterday,${outside.emulator.webhookSecret}\n`,
    {
      isAdded: true,
    },
  )
  await doSection(first.server, SECTIONS.keys)

  print('\n(The night comes.)')
  const { code, output } = await first.server.run('systemctl start academy-backup\n/etc/cron.daily/academy-elsewhere\n')
  assert.equal(code, 0, output)
  assert.ok(readdirSync(path.join(elsewhere, 'academy')).some((name) => name.endsWith('.tar')))

  await timed('the machine is lost', () => first.server.lose())
  const second = await begin('second')
  for (const section of [SECTIONS.server, SECTIONS.program, SECTIONS.database, SECTIONS.lost])
    await doSection(second.server, section)
  await doSection(second.server, SECTIONS.service)
  await doSection(second.server, SECTIONS.address)
  await timed('everything is there again', async () => {
    await outside.sendEventsTo(second.site.port, { ca: second.site.ca, host: ADDRESS })
    await people.looksAround(second.site)
    const ben = await people.logsIn(second.site, 'ben')
    assert.equal(await people.owns(second.site, ben), true)
    await people.watches(second.site, ben)
    assert.equal(await people.owns(second.site, await people.logsIn(second.site, 'anna')), false)
    print(JSON.stringify(await people.showsCertificate(second.site, certificates[1] ?? '')))
    await people.logsInAsStaff(second.site, { password, key })
    await people.registers(second.site, outside, 'carla')
    const carla = await people.logsIn(second.site, 'carla')
    await people.pays(second.site, outside, { token: carla })
    await people.studies(second.site, outside, { token: carla, email: 'carla@example.com' })
  })
}

/** An empty, reachable server, and the authority that will issue its certificate. */
async function begin(name: string): Promise<{ server: Server; site: people.Site }> {
  const server = new Server(FOLDER, name)
  servers.push(server)
  await timed(`the ${name} server: an empty Debian boots`, () =>
    server.start({ '/mnt/academy.git': program.folder, '/mnt/elsewhere': `${elsewhere}:rw` }),
  )
  // How this machine reaches npm's registry, possibly through a proxy.
  server.write('etc/authorities.pem', readFileSync(AUTHORITIES, 'utf8'))
  server.write('usr/etc/npmrc', 'cafile=/etc/authorities.pem\n')
  server.copy('/usr/bin/pebble', 'usr/local/bin/pebble')
  for (const file of ['key.pem', 'cert.pem']) server.copy(path.join(FOLDER, file), `etc/pebble/${file}`)
  const [certificate, privateKey] = ['/etc/pebble/cert.pem', '/etc/pebble/key.pem']
  const pebble = {
    listenAddress: '127.0.0.1:14000',
    managementListenAddress: '0.0.0.0:15000',
    certificate,
    privateKey,
    httpPort: 80,
    tlsPort: 443,
    ocspResponderURL: '',
  }
  server.write('etc/pebble/pebble.json', JSON.stringify({ pebble }))
  const started = await server.run(
    'systemd-run --quiet --unit=pebble -E PEBBLE_VA_NOSLEEP=1 -E PEBBLE_WFE_NONCEREJECT=0 pebble -config /etc/pebble/pebble.json',
  )
  assert.equal(started.code, 0, started.output)
  const [port, roots] = [await findFreePort(), await findFreePort()]
  await server.open(443, port)
  await server.open(15_000, roots)
  const ca = `${await rootOf(roots)}\n${outside.authority}`
  return { server, site: { port, ca } }
}

async function rootOf(port: number): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      return execFileSync('curl', ['-sk', '--fail', '--noproxy', '*', `https://127.0.0.1:${port}/roots/0`], {
        encoding: 'utf8',
      })
    } catch {
      await sleep(200)
    }
  }
  throw new Error('The local authority did not start.')
}

/** The blocks of a section, split before each block that starts with one of these beginnings. */
function parts(section: string, beginnings: string[]): Block[][] {
  const all = blocks.filter((block) => block.section === section)
  const at = beginnings.map((start) => all.findIndex(({ text }) => text.startsWith(start)))
  assert.ok(!at.includes(-1), `${section} has no block that begins with ${beginnings[at.indexOf(-1)]}`)
  return at.map((from, index) => all.slice(from, at[index + 1]))
}

function doSection(server: Server, section: string): Promise<string> {
  const those = blocks.filter((block) => block.section === section)
  assert.ok(those.length > 0, `The page has no section ${section} with commands.`)
  print(`\n## ${section} (${server.name} server)`)
  return timed(`${section} (${server.name} server)`, () => doBlocks(server, those))
}

async function doBlocks(server: Server, those: Block[]): Promise<string> {
  let printed = ''
  for (const block of those) {
    stop.signal.throwIfAborted()
    const text = filledIn(block.text, values)
    const instead = INSTEAD.find(({ begins }) => text.startsWith(begins))
    print(text.replaceAll(/^/gm, '$ ').trimEnd().replace(/\$ $/, ''))
    if (instead) {
      print(`(not here: ${instead.why})`)
      instead.act(server)
      continue
    }
    const { code, output, seconds } = await server.run(text)
    print(`${shortened(output)}\n(${seconds.toFixed(1)} s, ends with ${code})`)
    printed += output
    const wrong = [...output.matchAll(/^WRONG ([^:]+):/gm)].map(([, what = '']) => what)
    const known = KNOWN_ISSUES.find(({ section, holds }) => section === block.section && text.includes(holds))
    if (known) {
      const expected = server.name === 'second' ? (known.onSecond ?? known.wrong) : known.wrong
      assert.deepEqual(wrong.toSorted(), expected.toSorted(), `${block.section}: doctor`)
    } else assert.equal(code, 0, `${block.section}: the block ended with ${code}`)
    await afterward(server, block, text)
  }
  return printed
}

/** Only for the test run: trusts the test's certificate authorities and resolves the card provider. */
async function afterward(server: Server, { section }: Block, text: string): Promise<void> {
  if (section === SECTIONS.server && text.startsWith('apt-get update')) {
    const commands = [
      'cp /etc/pebble/cert.pem /usr/local/share/ca-certificates/outside.crt',
      'curl -sk --fail https://localhost:15000/roots/0 > /usr/local/share/ca-certificates/pebble.crt',
      'update-ca-certificates',
      'echo "server = https://localhost:14000/dir" >> /etc/letsencrypt/cli.ini',
    ]
    const { code, output } = await server.run(commands.join('\n'))
    assert.equal(code, 0, output)
  }
  if (section === SECTIONS.settings && text.includes('APP_SECRET'))
    server.write(
      'etc/academy.env',
      `STRIPE_API_URL=https://cards.example.com:${outside.ports.cards}\nNODE_EXTRA_CA_CERTS=${AUTHORITIES}\n`,
      { isAdded: true },
    )
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await work()
  times.push({ what, seconds: (performance.now() - start) / 1000 })
  return result
}

function shortened(output: string): string {
  const lines = output.trimEnd().split('\n')
  return lines.length <= 24
    ? lines.join('\n')
    : [...lines.slice(0, 6), `… ${lines.length - 18} lines …`, ...lines.slice(-12)].join('\n')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
