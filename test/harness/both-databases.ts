/**
 * The tests that run on Debian's PostgreSQL too, which is of another version, works under another role and is reached in another way:
 * what only a database server can answer, each kind of question once. `npm run test:long` runs all tests on both.
 */
export const SERVER_TESTS_OF_BOTH = [
  // Migrations, connections, locks, jobs, and being told of changes.
  'src/db/jobs',
  'src/db/line',
  'src/db/migrate',
  'src/db/open',
  'test/harness/database',
  // Many at once: settled by an index, a lock or a conditional UPDATE.
  'coupon-checkout',
  'customers.queries',
  'demo',
  'ownership',
  'proofs',
  'registration',
  'settlement',
  // Statements that sort, group, count and page.
  'audit',
  'feed',
  'learning.routes',
  'paging',
  'sales',
  'studio/studio',
  // A database that is dumped and read back.
  'backup',
  // Each call of the specification once.
  'calls',
]

/**
 * In a whole run these take Debian's PostgreSQL instead of the embedded one. They ask both the same kinds of questions as the tests above, so once is enough,
 * and the older version is the stricter one: with them nine in ten of all statements that the server's tests send are sent to it.
 */
export const SERVER_TESTS_OF_DEBIAN = [
  'cached-pages',
  'exporting',
  'importing',
  'invoices',
  'off-sale',
  'orders',
  'podcasts',
  'refund',
  'sharing',
  'tax-checkout',
  'webhook',
]

/** The whole journey, what is bought, and being killed. */
export const BROWSER_TESTS_OF_BOTH = ['journey', 'shelves', 'interruptions']

/** These also run while a page translator works on every page; `npm run test:long` runs all that way. */
export const BROWSER_TESTS_TRANSLATED = ['translated']

/** The files of these names, each a path's end without `.test.ts`. Throws when one is not there. */
export function filesCalled(names: string[], files: string[]): string[] {
  return names.map((name) => {
    const found = files.filter((file) => `/${file}`.replace(/[.](?:test|e2e)[.]ts$/, '').endsWith(`/${name}`))
    if (found[0] === undefined || found.length > 1)
      throw new Error(`test/harness/both-databases.ts names '${name}', which ${found.length} tests are called`)
    return found[0]
  })
}
