import { describe, expect, test } from 'vitest'
import { computeQuestionStats, computeReliability, type Tally } from './analysis.rules.ts'

type TestAttempt = { option: number; isRight: boolean; rest: number }

/** Aggregates attempts the way the database does. */
function tally(sat: readonly TestAttempt[]): Tally[] {
  return [...Map.groupBy(sat, ({ option, isRight }) => `${option} ${isRight}`).values()].map((group) => ({
    option: group[0]?.option ?? -1,
    isRight: group[0]?.isRight ?? false,
    members: group.length,
    rest: group.reduce((total, { rest }) => total + rest, 0),
    restSquares: group.reduce((total, { rest }) => total + rest * rest, 0),
  }))
}

const many = (count: number, one: TestAttempt): TestAttempt[] => Array.from({ length: count }, () => one)

const QUESTION = { options: 4, answerIndex: 1 }

function computeTestStats(sat: readonly TestAttempt[], of = QUESTION) {
  const found = computeQuestionStats(tally(sat), of)
  if (found.isTooFew) throw new Error('too few')
  return found
}

describe('question statistics', () => {
  test('are withheld below twenty members', () => {
    const nineteen = many(19, { option: 1, isRight: true, rest: 1 })
    expect(computeQuestionStats(tally(nineteen), QUESTION)).toEqual({ isTooFew: true, members: 19 })
    expect(computeQuestionStats([], QUESTION)).toEqual({ isTooFew: true, members: 0 })
    expect(computeQuestionStats(tally([...nineteen, { option: 0, isRight: false, rest: 0 }]), QUESTION).isTooFew).toBe(
      false,
    )
  })

  test("include the share of correct answers, each option's share, and the most attractive wrong option", () => {
    const sat = [
      ...many(10, { option: 1, isRight: true, rest: 0.9 }),
      ...many(6, { option: 3, isRight: false, rest: 0.5 }),
      ...many(3, { option: 0, isRight: false, rest: 0.5 }),
      ...many(1, { option: -1, isRight: false, rest: 0 }),
    ]
    expect(computeTestStats(sat)).toMatchObject({
      members: 20,
      shareRight: 0.5,
      chosen: [0.15, 0.5, 0, 0.3],
      leftOut: 0.05,
      attracts: { option: 3, share: 0.3 },
    })
  })

  test('do not count an option as attractive if a corrected key made it right', () => {
    const sat = [
      ...many(12, { option: 1, isRight: true, rest: 0.5 }),
      ...many(8, { option: 2, isRight: true, rest: 0.5 }),
    ]
    expect(computeTestStats(sat)).toMatchObject({ shareRight: 1, attracts: undefined })
  })
})

describe('discrimination', () => {
  test('is the correlation of an answer with the rest of the exam', () => {
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const sat = Array.from({ length: 200 }, () => {
      const rest = Math.round(random() * 9) / 9
      const isRight = random() < 0.2 + 0.6 * rest
      return { option: isRight ? 1 : 0, isRight, rest }
    })
    expect(computeTestStats(sat).discrimination).toBeCloseTo(correlation(sat), 9)
    expect(computeTestStats(sat).discrimination).toBeGreaterThan(0.2)
  })

  test.each([
    ['members who know the rest answer right', 1, 0, 1],
    ['members who know the rest are misled', 0, 1, -1],
  ])('%s', (_name, restOfRight, restOfWrong, expected) => {
    const sat = [
      ...many(10, { option: 1, isRight: true, rest: restOfRight }),
      ...many(10, { option: 0, isRight: false, rest: restOfWrong }),
    ]
    expect(computeTestStats(sat).discrimination).toBeCloseTo(expected, 9)
  })

  test('is undefined when everyone answered alike, or had the same share of correct answers in the rest', () => {
    expect(computeTestStats(many(30, { option: 1, isRight: true, rest: 0.3 })).discrimination).toBeUndefined()
    const alike = [
      ...many(15, { option: 1, isRight: true, rest: 0.1 }),
      ...many(15, { option: 0, isRight: false, rest: 0.1 }),
    ]
    expect(computeTestStats(alike).discrimination).toBeUndefined()
  })
})

describe('reliability', () => {
  const sums = { members: 20, asked: 10, answers: 200, squares: 42, pairs: 1800, products: (72 * 20) / 19 }

  test('is k·c̄ / (v̄ + (k − 1)·c̄)', () => {
    // The mean variance is 0.21 and the mean covariance 0.04.
    const kr20 = expect.closeTo(0.4 / 0.57, 9)
    const sem = expect.closeTo(Math.sqrt(10 * (0.21 - 0.04)), 9)
    expect(computeReliability(sums)).toEqual({ isTooFew: false, members: 20, asked: 10, estimate: { kr20, sem } })
    expect(computeReliability({ ...sums, members: 19 })).toEqual({ isTooFew: true, members: 19 })
  })

  test.each([
    ['no answer varies', { squares: 0, products: 0 }],
    ['attempts ask one question', { asked: 1, answers: 20, pairs: 0, products: 0 }],
    ['there are no answers', { answers: 0, squares: 0, pairs: 0, products: 0 }],
  ])('is undefined if %s', (_name, changed) => {
    expect(computeReliability({ ...sums, ...changed })).toMatchObject({ isTooFew: false, estimate: undefined })
  })

  test('may be negative', () => {
    expect(computeReliability({ ...sums, products: -sums.products / 4 })).toMatchObject({
      estimate: { kr20: expect.closeTo(-0.1 / 0.12, 9), sem: expect.closeTo(Math.sqrt(2.2), 9) },
    })
  })
})

/** The textbook formula for the point-biserial correlation. */
function correlation(sat: readonly TestAttempt[]): number {
  const mean = (list: number[]) => list.reduce((total, each) => total + each, 0) / list.length
  const hits = sat.map(({ isRight }) => Number(isRight))
  const rests = sat.map(({ rest }) => rest)
  const [hit, rest] = [mean(hits), mean(rests)]
  const covariance = mean(sat.map((one) => (Number(one.isRight) - hit) * (one.rest - rest)))
  const deviation = (list: number[], middle: number) => Math.sqrt(mean(list.map((each) => (each - middle) ** 2)))
  return covariance / (deviation(hits, hit) * deviation(rests, rest))
}
