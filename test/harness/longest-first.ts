import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts long files first, and before all others those that mostly wait, so that no worker is left with a long file at
 * the end. The rest keep vitest's order.
 */
const SLOW_SERVER_TESTS = [
  'enduring',
  'killing',
  'operator-errors',
  'backup',
  'move-files',
  'reminders-plan',
  'bounce-mailbox',
  'restored-payments',
  'export',
  'roles',
  'import',
  'media',
  'drafts',
  'refund',
  'sessions',
  'reversal-log',
  'jobs',
  'hostile',
  'enrollment',
  'discussions',
  'earning',
  'moderation',
  'login-emails',
  'payment-issues',
  'api-docs',
  'checkout.routes',
  'tax-checkout',
  'settlement',
  'two-factor',
  'holders',
  'webhook',
]
const SLOW_BROWSER_TESTS = [
  'accessibility',
  'journey',
  'study',
  'payment',
  'scripts',
  'faults',
  'six-journeys',
  'preview',
  'playback',
  'operator-journey',
  'catalog',
  'shell',
  'emails',
  'interruptions',
  'weight',
  'lecture-kinds',
  'accounts',
  'studio',
  'shelves',
]
const SLOW_TESTS = SLOW_SERVER_TESTS.concat(SLOW_BROWSER_TESTS)

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = SLOW_TESTS.findIndex((name) => new RegExp(`/${name}[.](test|e2e)[.]ts$`).test(moduleId))
      return found === -1 ? SLOW_TESTS.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
