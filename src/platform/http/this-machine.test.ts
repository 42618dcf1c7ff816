import { expect, test } from 'vitest'
import { testAcademy } from '../../../test/academy.ts'

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

test('captured mail and metrics are for those on this machine alone', async () => {
  const { app, deps } = await testAcademy()
  await deps.mail.send({ to: 'nora@example.com', subject: 'The secret link', text: 'Hello', html: '<head></head>' })
  const [letter] = (await app.inject({ url: '/dev/mail.json', ...LOCAL })).json() as { id: string }[]
  for (const [who, from, isLocal] of CALLERS) {
    for (const url of ['/dev/mail', '/dev/mail.json', `/dev/mail/${letter?.id}`, '/dev/mail/any/0', '/metrics']) {
      const { statusCode, headers, body } = await app.inject({ url, ...from })
      const isShown = statusCode === 200 || (statusCode === 404 && url === '/dev/mail/any/0')
      expect([who, url, isShown, headers['cache-control']]).toEqual([who, url, isLocal, 'no-store'])
      expect([who, url, body.includes('secret link')]).toEqual([who, url, isLocal && /mail(?:[.]json)?$/.test(url)])
    }
  }
})

test('a setting opens captured mail to whoever reaches the port', async () => {
  const { app } = await testAcademy({
    change: (deps) => ({ ...deps, config: { ...deps.config, devMailOpenTo: 'anyone' } }),
  })
  for (const [who, from] of CALLERS)
    expect([who, (await app.inject({ url: '/dev/mail.json', ...from })).statusCode]).toEqual([who, 200])
})
