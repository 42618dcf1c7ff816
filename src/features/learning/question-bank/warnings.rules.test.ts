import { describe, expect, test } from 'vitest'
import { type QuestionToCheck, findWarnings } from './warnings.rules.ts'

const asked = (options: string[], answer: number | undefined = 0, question = 'What now?'): QuestionToCheck => ({
  question,
  options,
  answer,
})

const textsOf = (options: string[]) => findWarnings([asked(options)]).map(({ text }) => text)

describe('question', () => {
  test('has no warning when it is good or just begun', () => {
    expect(textsOf(['Call the attorney', 'Write it down', 'Do nothing'])).toEqual([])
    expect(findWarnings([asked(['', ''], undefined, '')])).toEqual([])
    expect(findWarnings([])).toEqual([])
  })

  test.each([
    [['Yes', 'No'], 'There are only two options'],
    [['Yes', '', ''], 'There is only one option. Add at least one more.'],
    [['Call her', 'Wait', 'call her.'], 'Options 1 and 3 are the same. Change one of them.'],
    [['The care of the patient', 'Nothing', 'Patient care'], 'Options 1 and 3 have the same words'],
    [['Write it down, then call', 'Call, then write it down', 'Wait'], 'Options 1 and 2 have the same words'],
    [['Charts', 'Films', 'All of the above'], 'Option 3 is “All of the above.”'],
    [['Charts', 'Films', 'None of these.'], 'Option 3 is “None of these.”'],
    [['Charts', 'Films', 'Both A and B'], 'Option 3 is “Both A and B.”'],
    [['Charts', 'Films', 'Neither of the above'], 'Option 3 is'],
  ])('warns: %j', (options, expected) => {
    const [text = '', ...others] = textsOf(options)
    expect(text).toContain(expected)
    expect(others).toEqual([])
  })

  test.each([
    [['Hypertension', 'Hypotension', 'Neither rise nor fall']],
    [['30 days', '60 days', '90 days']],
    [['It is admissible', 'It is not admissible', 'The judge decides']],
    [['-1', '1', '1.5']],
    [['5 mg', '5 g', '50 mg']],
    [['All nurses', 'Some patients', 'None knows']],
    [['< 5', '> 5', '= 5']],
  ])('%j are different', (options) => {
    expect(textsOf(options)).toEqual([])
  })
})

test('warns at the second of two questions that ask the same', () => {
  const options = ['a b', 'c d', 'e f']
  const questions = ['Who is first?', 'And then?', 'who is first'].map((text) => asked(options, 0, text))
  expect(findWarnings(questions)).toEqual([
    { question: 2, text: 'This is the same as question 1. Change or remove one of them.' },
  ])
})

describe('exam', () => {
  const options = ['One thing', 'Two more', 'A third']
  const exam = (places: (number | undefined)[], texts = options) =>
    findWarnings(places.map((place, index) => ({ question: `Question ${index}?`, options: texts, answer: place })))

  test('does not warn that the right option is always in the same position, because options are shuffled', () => {
    expect(exam([1, 1, 1, 1, 1])).toEqual([])
  })

  test('does not warn for few questions, a fair mix, or unmarked options', () => {
    expect(exam([1, 1, 1, 1])).toEqual([])
    expect(exam([0, 1, 2, 1, 1, 0, 2])).toEqual([])
    expect(exam([undefined, undefined, undefined, undefined, undefined, 1])).toEqual([])
    const two = findWarnings(Array.from({ length: 8 }, (_, n) => asked(['Yes', 'No'], n < 6 ? 0 : 1, `Q${n}`)))
    expect(two.filter(({ question }) => question === undefined)).toEqual([])
  })

  test('warns that the right option is the longest', () => {
    const uneven = ['One thing', 'Two more, and this in all its length', 'A third']
    expect(exam([1, 1, 1, 1, 0], uneven).map(({ text }) => text)).toEqual([
      expect.stringContaining('The correct option is the longest in 4 of 5 questions (80%)'),
    ])
    expect(exam([0, 0, 2, 2, 0, 2], uneven)).toEqual([])
  })

  test('checks a thousand questions with twenty options each within a moment', () => {
    const many = Array.from({ length: 1_000 }, (_, n) =>
      asked(
        Array.from({ length: 20 }, (_each, o) => `Option ${o} of ${n} ${'word '.repeat(50)}`),
        n % 20,
        `Q${n}`,
      ),
    )
    const since = process.cpuUsage()
    findWarnings(many)
    const { user, system } = process.cpuUsage(since)
    expect((user + system) / 1_000).toBeLessThan(3_000)
  })
})
