import { expect, test } from 'vitest'
import { clientKeyFor } from './client-key.ts'

test.each([
  ['203.0.113.9', '203.0.113.9', undefined],
  ['::ffff:203.0.113.9', '203.0.113.9', undefined],
  ['::FFFF:cb00:7109', '203.0.113.9', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['unknown', 'unknown', undefined],
  ['', 'unknown', undefined],
  ['203.0.113.9:51234', '203.0.113.9', undefined],
  ['203.0.113.9:', '203.0.113.9', undefined],
  ['[2001:db8:1:2:3:4:5:6]:51234', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['[::ffff:203.0.113.9]:80', '203.0.113.9', undefined],
  ['2001:db8:1:2:3:4:5:51234:1', 'unknown', undefined],
  ['_hidden:51234', 'unknown', undefined],
  ['anything else', 'unknown', undefined],
])('%j is in %j, which is in %j', (address, network, wider) => {
  expect(clientKeyFor(address)).toEqual({ network, wider })
})
