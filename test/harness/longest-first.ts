import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** So that no worker is left alone with a long file at the end, those that mostly wait before all. All others follow as vitest has them. */
const LONGEST_OF_SERVER = [
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
const LONGEST_OF_BROWSER = [
  'accessibility-members',
  'accessibility-studio',
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
const LONGEST = LONGEST_OF_SERVER.concat(LONGEST_OF_BROWSER)

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => new RegExp(`/${name}[.](test|e2e)[.]ts$`).test(moduleId))
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
