import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** So that no worker is left alone with a long file at the end. All others follow as vitest has them. */
const LONGEST = ['accessibility', 'faults', 'playback', 'scripts', 'sales-commands', 'found', 'study', 'interruptions']

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.e2e.ts`))
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
