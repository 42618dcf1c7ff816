import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testAcademy } from '../../../test/harness/academy.ts'
import { createDevPages } from './pages.ts'

const ELSEWHERE = '203.0.113.9'
const LOCAL = { remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1:3000' } }

type From = { remoteAddress: string; headers: Record<string, string> }

const CALLERS: [who: string, from: From, isLocal: boolean][] = [
  ['this machine', LOCAL, true],
  ['this machine by its name', { ...LOCAL, headers: { host: 'localhost' } }, true],
  ['this machine by IPv6', { remoteAddress: '::1', headers: { host: '[::1]:3000' } }, true],
  ['this machine by IPv4 in IPv6', { ...LOCAL, remoteAddress: '::ffff:127.0.0.1' }, true],
  ['another machine', { ...LOCAL, remoteAddress: ELSEWHERE }, false],
  ['another machine that begins alike', { ...LOCAL, remoteAddress: '::1:2' }, false],
  ['a page elsewhere that points its name here', { ...LOCAL, headers: { host: 'evil.example:3000' } }, false],
  ['a name that begins alike', { ...LOCAL, headers: { host: '127.0.0.1.evil.example' } }, false],
  ['a name that ends alike', { ...LOCAL, headers: { host: 'evil-localhost' } }, false],
  ['no readable name', { ...LOCAL, headers: { host: 'a b' } }, false],
  ['a proxy on this machine', { ...LOCAL, headers: { host: 'localhost', 'x-forwarded-for': ELSEWHERE } }, false],
  [
    'a proxy that claims to speak for it',
    { ...LOCAL, headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } },
    false,
  ],
  ['a proxy by RFC 7239', { ...LOCAL, headers: { host: 'localhost', forwarded: 'for=127.0.0.1' } }, false],
  [
    'a claim from elsewhere',
    { remoteAddress: ELSEWHERE, headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } },
    false,
  ],
]

test('captured email and metrics are available only on this machine', async () => {
  const { app, deps } = await testAcademy()
  await deps.mail.send({
    to: 'nora@example.com',
    memberId: null,
    subject: 'The secret link',
    text: 'Hello',
    html: '<head></head>',
  })
  const [email] = (await app.inject({ url: '/dev/mail.json', ...LOCAL })).json() as { id: string }[]
  for (const [who, from, isLocal] of CALLERS) {
    for (const url of ['/dev/mail', '/dev/mail.json', `/dev/mail/${email?.id}`, '/dev/mail/any/0', '/metrics']) {
      const { statusCode, headers, body } = await app.inject({ url, ...from })
      const isShown = statusCode === 200 || (statusCode === 404 && url === '/dev/mail/any/0')
      expect([who, url, isShown, headers['cache-control']]).toEqual([who, url, isLocal, 'no-store'])
      expect([who, url, body.includes('secret link')]).toEqual([who, url, isLocal && /mail(?:[.]json)?$/.test(url)])
    }
  }
})

test('a setting opens captured email to everyone who reaches the port', async () => {
  const { app } = await testAcademy({
    change: (deps) => ({ ...deps, config: { ...deps.config, devMailOpenTo: 'anyone' } }),
  })
  for (const [who, from] of CALLERS)
    expect([who, (await app.inject({ url: '/dev/mail.json', ...from })).statusCode]).toEqual([who, 200])
})

// The first request builds the page, which takes a long time on a busy machine.
test(
  'the development server serves sources only to this machine, and never stored data or secrets',
  { timeout: 60_000 },
  async () => {
    // The data folder is inside the project, like the default data folder.
    const root = path.resolve(import.meta.dirname, '../../..')
    const dataDir = await mkdtemp(path.join(root, 'data (try) '))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    await writeFile(path.join(dataDir, 'app-secret'), 'the-secret-of-all-addresses')
    const { app } = await testAcademy({
      pages: createDevPages,
      change: (deps) => ({ ...deps, config: { ...deps.config, dataDir } }),
    })
    const ask = async (url: string, from: From) => (await app.inject({ url, ...from })).body
    const source = '/src/platform/http/local-request.ts?raw'
    const secret = `/${encodeURIComponent(path.basename(dataDir))}/app-secret`
    const isGiven = async (from: From) => (await ask(source, from)).includes('isLoopback')
    expect([await isGiven(LOCAL), await isGiven({ ...LOCAL, remoteAddress: ELSEWHERE })]).toEqual([true, false])
    for (const query of ['', '?raw', '?url', '?import&raw'])
      for (const file of [secret, `/@fs${encodeURI(root)}${secret}`, `/@fs${encodeURI(root)}/.git?`])
        expect([file, query, await ask(file + query, LOCAL)]).toEqual([
          file,
          query,
          expect.not.stringMatching(/secret-of|gitdir|ref:/),
        ])
    await app.listen({ host: '127.0.0.1', port: 0 })
    const reload = (headers: Record<string, string>) =>
      new Promise((resolve) => {
        const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-protocol': 'vite-hmr' }
        const keys = { 'sec-websocket-version': '13', 'sec-websocket-key': 'bGVnYWwtbnVyc2UtYWNhZA==' }
        const asked = get(app.listeningOrigin, { headers: { ...upgrade, ...keys, ...headers } })
        asked.on('upgrade', (reply, socket) => {
          resolve(reply.statusCode)
          socket.destroy()
        })
        asked.on('response', ({ statusCode }) => resolve(statusCode)).on('error', () => resolve('closed'))
      })
    expect([await reload({}), await reload({ 'x-forwarded-for': ELSEWHERE })]).toEqual([101, 'closed'])
  },
)
