const inRoom = '^src/features/([^/]+/[^/]+)/'
/** Groups in order: each may use only those before it. */
const GROUPS = ['foundation', 'people', 'credentials', 'commerce', 'catalog', 'community', 'learning', 'back-office']
const tests = '[.]test[.]tsx?$'
const browser = [
  '^src/web/',
  '^src/root[.]tsx$',
  '^src/entry[.]client[.]tsx$',
  '^src/features/[^/]+/[^/]+/ui/',
  '[.]page[.]tsx$',
]

/** The layers above this one, on which it must not depend. */
const above = (floor) =>
  ({
    operations: ['^src/[^/]+$', '^src/(cli|web)/'],
    features: ['^src/[^/]+$', '^src/(cli|operations)/'],
    web: ['^src/[^/]+$', '^src/(cli|operations|features)/'],
    platform: ['^src/[^/]+$', '^src/(cli|operations|features|web)/'],
  })[floor]

/**
 * The direction of imports: main → app, cli → operations → features → platform → db → shared; pages and their parts
 * also use web.
 */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...GROUPS.slice(0, -1).map((group, index) => ({
      name: 'groups-depend-downward',
      comment: `${group} may use only the groups below it.`,
      severity: 'error',
      from: { path: `^src/features/${group}/`, pathNot: tests },
      to: { path: `^src/features/(${GROUPS.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'features-meet-in-public',
      severity: 'error',
      from: { path: inRoom, pathNot: tests },
      // Parts of pages, such as the card form, are shared between pages; what a server may import is in `public`.
      to: {
        path: '^src/features/',
        pathNot: ['^src/features/$1/', '[.](public|contract)[.]ts$', '^src/features/[^/]+/[^/]+/ui/'],
      },
    },
    {
      name: 'features-know-no-app',
      severity: 'error',
      from: { path: '^src/features/', pathNot: tests },
      to: { path: above('features') },
    },
    {
      name: 'operations-know-no-app',
      severity: 'error',
      from: { path: '^src/operations/', pathNot: tests },
      to: { path: above('operations') },
    },
    {
      name: 'operator-meets-features-in-public',
      severity: 'error',
      from: { path: '^src/(operations|cli)/', pathNot: tests },
      to: { path: '^src/features/', pathNot: '[.](public|contract)[.]ts$' },
    },
    {
      name: 'sql-lives-in-queries',
      severity: 'error',
      from: { path: '^src/', pathNot: ['[.]queries[.]ts$', '^src/db/', tests] },
      to: { path: ['^src/db/tables/', 'node_modules/drizzle-orm/', 'node_modules/(@types/)?pg/'] },
    },
    {
      name: 'queries-know-database-and-shared',
      severity: 'error',
      from: { path: '[.]queries[.]ts$' },
      // Other features' queries use these: `isPublished`, `ownedBy`, `coversOfProduct`, `hasLeft`, `lectureLaw`,
      // `lectureChangeList`, `selectOpenCourses`, `selectProgress`, `selectExamResult`, `selectStopped`,
      // `canReceiveOptionalEmail`, and `roleColumn`.
      to: {
        path: '^src/',
        pathNot: [
          '^src/db/',
          '^src/shared/',
          '^src/features/(catalog|foundation)/(law-review|products|ownership|law|suppressions)/(law-review|products|ownership|law|suppressions)[.]public[.]ts$',
          '^src/features/foundation/media/covers[.]public[.]ts$',
          '^src/features/community/discussions/readers[.]public[.]ts$',
          '^src/features/learning/(study/progress|exams/results|progress/stopped-learners)[.]public[.]ts$',
          '^src/features/people/notifications/email-preferences[.]public[.]ts$',
          '^src/features/people/accounts/member-columns[.]public[.]ts$',
          '[.](queries|contract|rules)[.]ts$',
        ],
      },
    },
    {
      name: 'browser-reaches-contracts-only',
      severity: 'error',
      from: { path: browser, pathNot: tests },
      to: {
        path: [
          '^src/(db|platform|operations|cli)/',
          '^src/(app|main)[.]ts$',
          '[.](service|queries|routes|public)[.]ts$',
        ],
      },
    },
    {
      name: 'browser-has-no-node',
      severity: 'error',
      from: { path: browser, pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-has-no-jsx',
      comment: 'Node runs .ts files only. Pages reach the server through the build.',
      severity: 'error',
      from: { path: '^src/.*[.]ts$', pathNot: [...browser, tests] },
      to: { path: '[.]tsx$' },
    },
    {
      name: 'shared-is-the-floor',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/shared/' },
    },
    {
      name: 'shared-runs-in-browsers',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'platform-and-db-know-no-feature',
      severity: 'error',
      from: { path: '^src/(platform|db)/', pathNot: tests },
      to: { path: above('platform') },
    },
    {
      name: 'db-knows-no-platform',
      severity: 'error',
      from: { path: '^src/db/', pathNot: tests },
      to: { path: '^src/platform/' },
    },
    {
      name: 'web-knows-no-feature',
      severity: 'error',
      from: { path: '^src/web/', pathNot: tests },
      to: { path: above('web') },
    },
    {
      name: 'web-floors-stand-on-shared',
      comment: 'The shell stands on ui and client; these two know neither it nor each other.',
      severity: 'error',
      from: { path: '^src/web/(ui|client)/', pathNot: tests },
      to: { path: '^src/', pathNot: ['^src/web/$1/', '^src/shared/'] },
    },
    {
      name: 'rules-and-contracts-are-pure',
      severity: 'error',
      from: { path: '[.](rules|contract|queues)[.]ts$' },
      to: { path: '^src/', pathNot: ['^src/shared/', '[.](rules|contract|queues)[.]ts$'] },
    },
    {
      name: 'rules-and-contracts-do-no-input-or-output',
      severity: 'error',
      from: { path: '[.](rules|contract|queues)[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'routes-and-jobs-are-wired-in-one-place',
      severity: 'error',
      from: { path: '^src/', pathNot: ['[.]group[.]ts$', '^src/app[.]ts$', tests] },
      to: { path: '^src/features/.*[.](routes|jobs)[.]ts$' },
    },
    {
      name: 'routes-and-jobs-do-not-query',
      severity: 'error',
      from: { path: '^src/features/.*[.](routes|jobs)[.]ts$' },
      to: { path: ['[.]queries[.]ts$', '^src/db/'] },
    },
    {
      name: 'no-test-code-in-src',
      severity: 'error',
      from: { path: '^(src|stripe-emulator)/', pathNot: tests },
      to: { path: [tests, '^(test|bench|scripts)/', 'node_modules/vitest/'] },
    },
    {
      name: 'nothing-stands-on-a-proof',
      comment: 'What two of them need is in the harness.',
      severity: 'error',
      from: {},
      to: { path: '[.](test|e2e)[.]tsx?$' },
    },
    {
      name: 'proofs-end-here',
      severity: 'error',
      from: { path: '^(?:test/)?([^/]+)/' },
      to: { path: '^(test/e2e|test/proofs|bench)/', pathNot: '^(test/)?$1/' },
    },
    {
      name: 'tried-from-outside',
      comment: 'Only tests beside the sources know a feature inside.',
      severity: 'error',
      from: { path: '^(test|bench|scripts)/' },
      to: { path: '^src/features/', pathNot: '[.](public|contract|rules|email|queues)[.]ts$' },
    },
    {
      name: 'oracles-judge-by-others',
      comment: 'What an oracle shared with us it could not find wrong.',
      severity: 'error',
      from: { path: '^test/oracles/' },
      to: { path: '^(src|stripe-emulator|bench|scripts)/|^test/', pathNot: '^test/oracles/' },
    },
    {
      name: 'scripts-start-with-nothing',
      comment: 'They run before anything is installed.',
      severity: 'error',
      from: { path: '^scripts/.*[.]mjs$' },
      to: { pathNot: '^scripts/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'stripe-emulator-has-one-door',
      comment: "The card provider's stripe-emulator is loaded in one place, which refuses it in production.",
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/academy[.]ts$', tests] },
      to: { path: '^stripe-emulator/' },
    },
    {
      name: 'stripe-emulator-knows-no-academy',
      comment: 'It plays somebody else: what it shared with us it could not test.',
      severity: 'error',
      from: { path: '^stripe-emulator/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/shared/' },
    },
    {
      name: 'no-dev-dependencies',
      comment:
        'A server process has no other packages. Pages are built with theirs; routes.ts is read by the build alone; hot pages load Vite in development alone; schema-dts has types and nothing else.',
      severity: 'error',
      from: {
        path: '^(src|stripe-emulator)/',
        pathNot: [
          tests,
          '[.]tsx$',
          '/ui/',
          '^src/web/',
          '/browser-script[.]ts$',
          '^src/routes[.]ts$',
          '^src/platform/http/pages[.]ts$',
        ],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/schema-dts/' },
    },
    {
      name: 'listed-and-found',
      comment: 'Tests, scripts, and the bench use the packages of tools/package.json, too.',
      severity: 'error',
      from: { path: '^(src|stripe-emulator)/', pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/schema-dts/' },
    },
    {
      name: 'resolvable',
      comment: 'Route types are written by the build, beside the sources.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['/[+]types/', '^virtual:'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(src|stripe-emulator)/',
        pathNot: [
          tests,
          '^src/(main|cli|routes)[.]ts$',
          '^src/(root|entry[.](client|server))[.]tsx$',
          '[.]page[.]tsx$',
        ],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'types', 'default'] },
  },
}
