import type { Outside } from './outside.ts'
import type { Server } from './server.ts'

/** The headings in docs/running.md whose steps the test run follows. */
export const SECTIONS = {
  server: '1. The server',
  program: '2. The program',
  database: '3. The database',
  settings: '4. The settings',
  service: '5. The service',
  address: '6. The address',
  staff: '7. The first staff account',
  content: '8. Content',
  purchase: '9. A test purchase',
  backups: '10. Backups',
  watching: '11. Monitoring',
  upgrade: '12. Upgrades',
  noAccess: 'A buyer paid and has no access',
  noMail: 'Email does not arrive',
  disk: 'The disk is full',
  keys: 'New Stripe keys',
  lost: 'The server is lost',
} as const

/** The page's example values that this reader replaces. */
export const EXAMPLES = [
  'https://git.example.com/academy.git',
  'pk_test_replace',
  'sk_test_replace',
  'mail.example.com',
  'storage.example.com',
  'AWS_ACCESS_KEY_ID=replace',
  'AWS_SECRET_ACCESS_KEY=replace',
  'backup@elsewhere.example.com:academy/',
  'ORDER',
] as const

export function valuesOf({ ports, emulator }: Outside): Record<(typeof EXAMPLES)[number], string> {
  return {
    'https://git.example.com/academy.git': '/mnt/academy.git',
    pk_test_replace: emulator.publishableKey,
    sk_test_replace: emulator.secretKey,
    'mail.example.com': `mail.example.com:${ports.mail}`,
    'storage.example.com': `storage.example.com:${ports.storage}`,
    'AWS_ACCESS_KEY_ID=replace': 'AWS_ACCESS_KEY_ID=S3RVER',
    'AWS_SECRET_ACCESS_KEY=replace': 'AWS_SECRET_ACCESS_KEY=S3RVER',
    'backup@elsewhere.example.com:academy/': '/mnt/elsewhere/academy/',
    // Replaced after a purchase, when the order number is known.
    ORDER: 'ORDER',
  }
}

type Instead = { begins: string; why: string; act: (server: Server) => void }

/** Blocks that cannot be run as written. */
export const INSTEAD: Instead[] = [
  {
    begins: 'curl -fsSL https://deb.nodesource.com',
    why: "Node and npm of this machine are copied in, since its makers' packages may not be reachable from here",
    act(server) {
      server.copy(process.env['BOOK_NODE'] ?? '/usr/bin/node', 'usr/bin/node')
      server.copy('/usr/lib/node_modules/npm', 'usr/lib/node_modules/npm')
      for (const name of ['npm', 'npx']) server.link(`../lib/node_modules/npm/bin/${name}-cli.js`, `usr/bin/${name}`)
    },
  },
]

/** Where `doctor` is expected to report issues, and which ones: for example, the test run has no live keys. */
export const KNOWN_ISSUES: { section: string; holds: string; wrong: string[]; onSecond?: string[] }[] = [
  {
    section: SECTIONS.service,
    holds: 'academy doctor',
    wrong: ['mode', 'webhook', 'webhook secret'],
    onSecond: ['mode'],
  },
  { section: SECTIONS.purchase, holds: 'academy doctor', wrong: ['mode'] },
  { section: SECTIONS.noMail, holds: 'academy doctor', wrong: ['mode'] },
  { section: SECTIONS.keys, holds: 'academy doctor', wrong: ['mode'] },
]
