/**
 * Tests that run in `npm run test:long` only: they kill and restart processes, upgrade, put proxies or object storage in front, or build
 * everything again. Each name is a path's end without `.test.ts` or `.e2e.ts`.
 */
export const LONG_TESTS = [
  // Killing, restarting, upgrading, many processes.
  'proofs/killing',
  'proofs/upgrading',
  'e2e/interruptions',
  'e2e/processes',
  'e2e/stopping',
  'e2e/scripts',
  'operations/move-files',
  // What others put in front of or behind the academy.
  'proofs/proxies',
  'e2e/proxies',
  'e2e/storage',
  // Large loops over made-up input.
  'proofs/eliminating',
  'proofs/enduring',
  // Every email in a browser, every command of a sales day, how much a first visit loads.
  'e2e/emails',
  'e2e/sales-commands',
  'e2e/weight',
  // The same screens once more: on paper, in each color scheme, in small frames.
  'e2e/schemes',
  'e2e/printed',
  'e2e/player-frame',
]

/** These run on the embedded PostgreSQL alone: they try its rights, or its folders under another user of the system. */
export const EMBEDDED_TESTS = ['proofs/operator-errors', 'db/word-indexes']

/** These also run while a page translator works on every page; `npm run test:long` runs all browser tests that way. */
export const TRANSLATED_TESTS = ['e2e/translated']

/** The files that have these names. Throws when one has none, or more than one. */
export function findFilesByName(names: string[], files: string[]): string[] {
  return names.map((name) => {
    const found = files.filter((file) => `/${file}`.replace(/[.](?:test|e2e)[.]ts$/, '').endsWith(`/${name}`))
    if (found[0] === undefined || found.length > 1)
      throw new Error(`test/harness/long-tests.ts names '${name}', which ${found.length} tests are called`)
    return found[0]
  })
}
