import { expect, test } from 'vitest'
import { testAcademy } from '../../../test/harness/academy.ts'
import { createProxyTrust, parseTrustedProxies } from './trusted-proxies.ts'

const VISITOR = '203.0.113.9'

type Asking = { from: string; forwarded?: string | string[] }

/** Returns the client IP address and protocol that the academy determines for each request. */
async function seenWith(setting: string | undefined, callers: readonly Asking[]): Promise<string[]> {
  const seen: string[] = []
  const { app } = await testAcademy({
    change: (deps) => ({
      ...deps,
      config: { ...deps.config, trustedProxies: setting === undefined ? undefined : parseTrustedProxies(setting) },
    }),
  })
  app.addHook('onRequest', async ({ ip, protocol }) => void seen.push(`${ip} ${protocol}`))
  for (const { from, forwarded } of callers)
    await app.inject({
      url: '/healthz',
      remoteAddress: from,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' },
    })
  return seen
}

test('trusts forwarding headers only from the listed proxies', async () => {
  expect(
    await seenWith('127.0.0.1, 10.0.0.0/24 2001:db8::/32', [
      { from: '127.0.0.1', forwarded: VISITOR },
      { from: '::ffff:127.0.0.1', forwarded: VISITOR },
      { from: '2001:db8:7::1', forwarded: VISITOR },
      // These requests went through a load balancer and then through nginx on this machine.
      { from: '127.0.0.1', forwarded: `${VISITOR}, 10.0.0.7` },
      { from: '127.0.0.1', forwarded: `${VISITOR}, 10.0.0.7:51234` },
      // The visitor wrote the first part of this header, and the proxies wrote the rest.
      { from: '127.0.0.1', forwarded: `198.51.100.1, 127.0.0.1, 10.0.0.7, ${VISITOR}, 10.0.0.8` },
      { from: '127.0.0.1', forwarded: ['10.0.0.9', VISITOR] },
      // These requests come from proxies that don't belong to this academy.
      { from: '10.0.1.7', forwarded: '198.51.100.1' },
      { from: '127.0.0.2', forwarded: '198.51.100.1' },
      { from: VISITOR, forwarded: '127.0.0.1' },
      { from: '127.0.0.1' },
    ]),
  ).toEqual([
    `${VISITOR} https`,
    `${VISITOR} https`,
    `${VISITOR} https`,
    `${VISITOR} https`,
    `${VISITOR} https`,
    `${VISITOR} https`,
    `${VISITOR} https`,
    '10.0.1.7 http',
    '127.0.0.2 http',
    `${VISITOR} http`,
    '127.0.0.1 http',
  ])
})

test('without the setting private addresses are trusted, as before it existed', async () => {
  const proxies = ['127.0.0.2', '10.1.2.3', '172.16.9.9', '192.168.1.1', '169.254.0.1', 'fd00::1', 'fe80::1', '::1']
  const callers = proxies.map((from) => ({ from, forwarded: VISITOR }))
  expect(await seenWith(undefined, [...callers, { from: '198.51.100.1', forwarded: VISITOR }])).toEqual([
    ...proxies.map(() => `${VISITOR} https`),
    '198.51.100.1 http',
  ])
})

test.each([
  ['::ffff:10.0.0.1', '10.0.0.1', true],
  ['::ffff:10.0.0.0/104', '10.9.9.9', true],
  ['10.0.0.5/8', '::ffff:10.9.9.9', true],
  ['loopback', '127.8.8.8', true],
  ['loopback', '10.0.0.1', false],
  ['private', '10.0.0.1', true],
  ['unix', 'unix:', true],
  ['unix', undefined, true],
  ['127.0.0.1', 'unix:', false],
  ['127.0.0.1', undefined, false],
  ['127.0.0.1', 'unknown', false],
  ['127.0.0.1', 'in-process 127.0.0.1', false],
])('with %j %j is trusted: %j', (setting, address, isTrusted) => {
  expect(createProxyTrust(parseTrustedProxies(setting))(address)).toBe(isTrusted)
})

test.each([
  'proxy.internal',
  '10.0.0',
  '010.0.0.1',
  '10.0.0.0/33',
  '10.0.0.0/255.0.0.0',
  '::1/129',
  'fe80::1%eth0',
  '*',
])('rejects %j by name', (entry) => {
  expect(() => parseTrustedProxies(`127.0.0.1,${entry}`)).toThrow(`('${entry}' is neither)`)
})

test.each(['0.0.0.0/0', '::/0', '::ffff:0:0/96'])('rejects %j, which trusts everyone', (entry) => {
  expect(() => parseTrustedProxies(entry)).toThrow('is every address')
})
