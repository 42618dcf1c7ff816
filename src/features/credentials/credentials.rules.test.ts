import { expect, test } from 'vitest'
import { didOf, hostToSignUnder, kindOfCredential } from './credentials.rules.ts'

test.each([
  ['https://academy.example.com', true, 'academy.example.com'],
  ['https://academy.example.com:8443', true, 'academy.example.com:8443'],
  ['https://localhost:8443', false, 'localhost:8443'],
  ['https://localhost:8443', true, undefined],
  ['https://academy.localhost', true, undefined],
  ['http://academy.example.com', false, undefined],
  ['https://203.0.113.7', false, undefined],
  ['https://0x7f.1', false, undefined],
  ['https://[2001:db8::1]', false, undefined],
])('what is signed at %s (in production: %s) names %s', (address, isProduction, host) => {
  expect(hostToSignUnder(address, isProduction)).toBe(host)
})

test('the name of an issuer has its port spelled as did:web wants it', () => {
  expect(didOf('localhost:8443')).toBe('did:web:localhost%3A8443')
  expect(didOf('academy.example.com')).toBe('did:web:academy.example.com')
})

test.each([
  [undefined, undefined],
  ['*/*', undefined],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', undefined],
  ['text/html, application/json;q=0.9', undefined],
  ['application/json;q=0', undefined],
  ['', undefined],
  ['application/json', 'application/json'],
  ['application/json, text/plain, */*', 'application/json'],
  ['Application/LD+JSON; profile="x"', 'application/ld+json'],
  ['application/vc;q=0.9, application/json;q=0.8', 'application/vc'],
  ['text/html;q=0.5, application/vc', 'application/vc'],
  ['application/json, text/html', 'application/json'],
])('asked for with "%s" a certificate is %s', (accept, kind) => {
  expect(kindOfCredential(accept)).toBe(kind)
})
