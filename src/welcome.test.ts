import { expect, test } from 'vitest'
import { formatWelcome } from './welcome.ts'

function textOn(host: string, accounts = [{ username: 'demo', password: 'published' }]): string {
  return formatWelcome({
    config: { host, port: 3000, publicUrl: `http://${host}:3000`, devMailOpenTo: undefined },
    sendsEmail: false,
    cards: { provider: 'stripe', publishableKey: 'pk_test_1' },
    accounts,
    loaded: undefined,
  })
}

test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1', '::ffff:127.0.0.1'])(
  'on %s, reachable only from this machine, prints no warning',
  (host) => expect(textOn(host)).not.toContain('Careful'),
)

test.each(['0.0.0.0', '::', '192.168.1.5', 'academy.example.com', '10.0.0.1'])(
  'on %s warns that other machines can reach the port and the demo accounts',
  (host) => {
    expect(textOn(host)).toContain(`HOST=${host}: other machines can also reach port 3000`)
    expect(textOn(host)).toContain('can log in to the accounts below')
    expect(textOn(host, [])).not.toContain('accounts')
  },
)
