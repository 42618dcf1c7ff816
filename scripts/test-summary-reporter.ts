import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

type Part = { name: string; passed: number; failed: number; seconds: number }
type SlowFile = { file: string; part: string; seconds: number }
type FlakyTest = { file: string; part: string; test: string; why: string }

/**
 * Prints failures as they happen, and writes, as JSON to the file named by TOLD_PARTS, what `npm test` prints: the
 * result and duration of each project, the slowest files, and the tests that passed on retry.
 */
export default class TestSummaryReporter implements Reporter {
  readonly #began = Date.now()
  readonly #times = new Map<string, { start: number; end: number }>()

  onTestModuleStart({ project }: TestModule): void {
    const now = Date.now()
    if (!this.#times.has(project.name)) this.#times.set(project.name, { start: now, end: now })
  }

  onTestModuleEnd({ project }: TestModule): void {
    const times = this.#times.get(project.name)
    if (times) times.end = Date.now()
  }

  /** Prints each failure at once. The report at the end of a long run comes an hour later, or never if it is stopped. */
  onTestCaseResult(test: TestCase): void {
    for (const { message, diff = '' } of test.result().errors ?? [])
      console.log(`✗ ${test.module.relativeModuleId} (${test.project.name}) ${test.fullName}\n${message}\n${diff}`)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const prepared = Math.min(Date.now(), ...[...this.#times.values()].map(({ start }) => start))
    const parts: Part[] = [
      { name: 'preparing', passed: 0, failed: 0, seconds: (prepared - this.#began) / 1_000 },
      ...[...this.#times].map(([name, { start, end }]) => {
        const outcomes = modules.filter(({ project }) => project.name === name).flatMap(outcomesOf)
        const count = (outcome: string) => outcomes.filter((each) => each === outcome).length
        return { name, passed: count('passed'), failed: count('failed'), seconds: (end - start) / 1_000 }
      }),
    ]
    const slowest = modules
      .map((each): SlowFile => ({ file: each.relativeModuleId, part: each.project.name, seconds: secondsOf(each) }))
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, 10)
    const unsteady = modules.flatMap(unsteadyOf)
    writeFileSync(process.env['TOLD_PARTS'] ?? '', JSON.stringify({ parts, slowest, unsteady }))
  }
}

/** The results of a file's tests. A file that failed to load or clean up counts as one failed test. */
function outcomesOf(file: TestModule): string[] {
  const outcomes = [...file.children.allTests()].map((test): string => test.result().state)
  return file.ok() || outcomes.includes('failed') ? outcomes : [...outcomes, 'failed']
}

/** Each test that first failed and then passed, with the reason for the failure. */
function unsteadyOf(file: TestModule): FlakyTest[] {
  return [...file.children.allTests('passed')]
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => ({
      file: file.relativeModuleId,
      part: file.project.name,
      test: test.fullName,
      why: test.result().errors?.[0]?.message.split('\n')[0] ?? '',
    }))
}

function secondsOf(file: TestModule): number {
  const { collectDuration, setupDuration, duration } = file.diagnostic()
  return (collectDuration + setupDuration + duration) / 1_000
}
