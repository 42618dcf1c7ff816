import { describe, expect, test } from 'vitest'
import { seeded } from '../../../../test/samples/seeded.ts'
import { drawPaper, findLecturesToReview, pickSampleQuestions } from './papers.rules.ts'

const LECTURES = ['a', 'b', 'c', 'd', 'e']
/** Six questions for each of five lectures. */
const BANK = LECTURES.flatMap((lectureId) =>
  Array.from({ length: 6 }, (_, n) => ({
    id: `${lectureId}${n}`,
    version: 1,
    options: ['one', 'two', 'three', 'four'],
    lectureId,
  })),
)

describe('paper', () => {
  test('asks the same number of questions about each lecture, none twice', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const asked = drawPaper(BANK, 10, seeded(seed)).map(({ questionId }) => questionId)
      expect(new Set(asked).size).toBe(10)
      for (const lecture of LECTURES) expect(asked.filter((id) => id.startsWith(lecture))).toHaveLength(2)
    }
  })

  test('asks every question of the bank about equally often, in every position', () => {
    const times = new Map<string, number>()
    const first = new Set<string>()
    const papers = 3_000
    const random = seeded(7)
    for (let n = 0; n < papers; n += 1) {
      const asked = drawPaper(BANK, 10, random)
      first.add(asked[0]?.questionId ?? '')
      for (const { questionId } of asked) times.set(questionId, (times.get(questionId) ?? 0) + 1)
    }
    expect(first.size).toBe(30)
    expect([...times.values()].every((each) => Math.abs(each - papers / 3) < papers / 30)).toBe(true)
  })

  test('has every option once, and the right one in every position', () => {
    const places = new Set<number>()
    for (let seed = 1; seed <= 50; seed += 1)
      for (const { order } of drawPaper(BANK, 10, seeded(seed))) {
        expect(new Set(order)).toEqual(new Set([0, 1, 2, 3]))
        expect(order).toHaveLength(4)
        places.add(order.indexOf(0))
      }
    expect(places).toEqual(new Set([0, 1, 2, 3]))
  })

  test('takes what a lecture with few questions has and fills up from the others', () => {
    const uneven = BANK.filter(({ lectureId, id }) => lectureId !== 'a' || id === 'a0').filter(
      ({ lectureId }) => lectureId !== 'e',
    )
    const asked = drawPaper(uneven, 10, seeded(3)).map(({ questionId }) => questionId)
    expect(asked.filter((id) => id.startsWith('a'))).toEqual(['a0'])
    for (const lecture of ['b', 'c', 'd']) expect(asked.filter((id) => id.startsWith(lecture))).toHaveLength(3)
  })

  test('without a number to draw, asks all questions in order', () => {
    expect(drawPaper(BANK, null, seeded(1)).map(({ questionId }) => questionId)).toEqual(BANK.map(({ id }) => id))
  })
})

test('shows visitors as many questions as a paper, always the same, in the order of the bank', () => {
  const sample = pickSampleQuestions(BANK, 10).map(({ id }) => id)
  expect(sample).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1', 'd0', 'd1', 'e0', 'e1'])
  expect(pickSampleQuestions(BANK, null)).toEqual(BANK)
})

test('lists lectures to review in course order', () => {
  const asked = ['10. Reports', '2. Rules', '9. Notes'].flatMap((name) =>
    [1, 2, 3].map(() => ({ lecture: { name, slug: name }, isRight: false })),
  )
  expect(findLecturesToReview(asked).map(({ name }) => name)).toEqual(['2. Rules', '9. Notes', '10. Reports'])
})

describe('lectures to review', () => {
  const lecture = { name: 'Rules', slug: 'rules' }
  const of = (...right: boolean[]) => right.map((isRight) => ({ lecture, isRight }))
  test.each([
    ['one of one was missed', of(false), []],
    ['both of two were missed', of(false, false), []],
    ['one of three was missed', of(true, true, false), [lecture]],
    ['all of three were right', of(true, true, true), []],
    ['one of five was missed', of(true, true, true, true, false), []],
    ['three questions without a lecture', [1, 2, 3].map(() => ({ lecture: null, isRight: false })), []],
  ])('%s', (_, counted, named) => {
    expect(findLecturesToReview(counted)).toEqual(named)
  })
})
