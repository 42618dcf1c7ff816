/**
 * Tests that run only in `npm run test:long`: they kill and restart processes, upgrade, use proxies or object storage,
 * or rebuild everything. Each name is the end of a path without `.test.ts` or `.e2e.ts`.
 */
export const LONG_TESTS = [
  // Killing, restarting, upgrading, many processes.
  'proofs/killing',
  'messages/killed-sending',
  'proofs/upgrading',
  'e2e/interruptions',
  'e2e/processes',
  'service-settings/service-processes',
  'e2e/stopping',
  'e2e/scripts',
  'operations/move-files',
  'operations/backup',
  'db/embedded-server',
  'db/wait-for-database',
  'cli/stored-backups',
  'checkout/slow-provider',
  'http/local-request',
  'scripts/versions',
  // Third-party software in front of or behind the academy.
  'proofs/proxies',
  'e2e/proxies',
  'e2e/storage',
  'media/stored-media',
  // Large loops over generated input.
  'proofs/eliminating',
  'proofs/enduring',
  'reminders/reminders-plan',
  'drafts/round-trip',
  'documents/first-pages',
  // Every email in a browser, every command of a sales day, and the weight of a first visit.
  'e2e/emails',
  'e2e/sales-commands',
  'e2e/weight',
  // Whole journeys whose rules are tested on the server.
  'e2e/moments',
  'e2e/operator-journey',
  'e2e/six-journeys',
  'e2e/operator',
  'e2e/tax',
  'e2e/offline',
  'e2e/own-data',
  'e2e/evaluation',
  'e2e/moderation',
  'e2e/practice',
  'e2e/bell',
  'e2e/keyboard',
  'e2e/question-reports',
  'e2e/credential',
  'e2e/deciding',
  'e2e/own-account',
  'e2e/leaving',
  'e2e/owner-tasks',
  'e2e/studio-settings',
  'e2e/studio-people',
  'e2e/studio-sales',
  'e2e/studio-examination',
  'e2e/studio-shell',
  'e2e/home-settings',
  'e2e/email-texts',
  'e2e/typed-fields',
  'e2e/coupon-link',
  'e2e/shelves',
  'e2e/return-to',
  'e2e/faults',
  'e2e/lecture-kinds',
  // The same screens on paper, in each color scheme, and in small frames.
  'e2e/schemes',
  'e2e/printed',
  'e2e/player-frame',
]

/**
 * These run only on the embedded PostgreSQL, because they test its permissions, or its folders under another system
 * user.
 */
export const EMBEDDED_TESTS = ['proofs/operator-errors', 'db/word-indexes']

/** Runs only while a page translator works on every page. */
export const TRANSLATED_TESTS = ['e2e/translated']

/** `npm run test:long` runs these under the translator, too: together they use every kind of form and list. */
export const ALSO_TRANSLATED_TESTS = [
  'e2e/discussions',
  'e2e/forms',
  'e2e/journey',
  'e2e/notes',
  'e2e/studio-catalog',
  'e2e/study',
]

/** The files with these names. Throws if a name matches none or more than one. */
export function findFilesByName(names: string[], files: string[]): string[] {
  return names.map((name) => {
    const found = files.filter((file) => `/${file}`.replace(/[.](?:test|e2e)[.]ts$/, '').endsWith(`/${name}`))
    if (found[0] === undefined || found.length > 1)
      throw new Error(`test/harness/long-tests.ts names '${name}', which ${found.length} tests are called`)
    return found[0]
  })
}
