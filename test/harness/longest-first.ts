import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts long files first, those that mostly wait before all others, so that no worker is left with a long file at the
 * end. The rest keep vitest's order.
 */
const SLOW_SERVER_TESTS = [
  'enduring',
  'killing',
  'slips',
  'backup',
  'moving',
  'reminders-plan',
  'roles',
  'jobs',
  'hostile',
  'drafts',
  'importing',
  'uploads',
  'media',
  'earning',
  'ids',
  'webhook',
  'tax-checkout',
  'doctor',
]
const SLOW_BROWSER_TESTS = [
  'accessibility-members',
  'accessibility',
  'scripts',
  'faults',
  'payment',
  'mails',
  'found',
  'playback',
  'operator-journey',
  'six-journeys',
  'interruptions',
  'weight',
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
