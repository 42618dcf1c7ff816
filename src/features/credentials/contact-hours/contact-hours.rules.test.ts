import { expect, test } from 'vitest'
import { buildWorksheet, computeStudyMinutes } from './contact-hours.rules.ts'
import { formatMissingSteps, STEPS } from './evaluations.rules.ts'

const NONE = { lectureSeconds: 0, audioSeconds: 0, readingWords: 0, pages: 0, words: 0, questions: 0 }

test('computes study time from media length, two minutes a page, a minute per hundred words, and 1.5 minutes per question', () => {
  expect(computeStudyMinutes({ ...NONE, lectureSeconds: 372, pages: 8, words: 125, questions: 10 })).toEqual({
    lectures: 6,
    handouts: 18,
    examination: 15,
    total: 39,
  })
  expect(computeStudyMinutes(NONE).total).toBe(0)
  expect(computeStudyMinutes({ ...NONE, words: 1, questions: 1 }), 'what is begun counts').toMatchObject({
    handouts: 1,
    examination: 2,
  })
})

test('counts the words of lecture texts at 200 per minute, and names what was measured', () => {
  const describe = (measured: Partial<typeof NONE>) => {
    const { lines, total } = buildWorksheet({ ...NONE, ...measured })
    return { total, lines: lines.slice(0, -2).map(({ says, minutes }) => `${says}: ${minutes}`) }
  }
  expect(describe({ readingWords: 401 })).toEqual({
    total: 3,
    lines: ['Lecture texts, 401 words at 200 words per minute: 3'],
  })
  expect(describe({ lectureSeconds: 600, audioSeconds: 60, readingWords: 1 })).toEqual({
    total: 11,
    lines: ['Videos and audio, measured: 10.0 minutes: 10', 'Lecture texts, 1 word at 200 words per minute: 1'],
  })
  expect(describe({ lectureSeconds: 60, audioSeconds: 60 }).lines).toEqual(['Audio, measured: 1.0 minutes: 1'])
  expect(describe({ lectureSeconds: 60 }).lines).toEqual(['Videos, measured: 1.0 minutes: 1'])
})

test('lists three missing steps with a serial comma', () => {
  expect(formatMissingSteps(STEPS)).toBe(
    'This course awards contact hours. Before we issue the certificate, we need your evaluation of the course, your attestation that you completed it yourself, and your license number.',
  )
})
