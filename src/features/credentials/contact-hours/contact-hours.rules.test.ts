import { expect, test } from 'vitest'
import { computeStudyMinutes } from './contact-hours.rules.ts'
import { formatMissingSteps, STEPS } from './evaluations.rules.ts'

test('computes study time from media length, two minutes a page, a minute per hundred words, and 1.5 minutes per question', () => {
  expect(computeStudyMinutes({ lectureSeconds: 372, pages: 8, words: 125, questions: 10 })).toEqual({
    lectures: 6,
    handouts: 18,
    examination: 15,
    total: 39,
  })
  expect(computeStudyMinutes({ lectureSeconds: 0, pages: 0, words: 0, questions: 0 }).total).toBe(0)
  expect(
    computeStudyMinutes({ lectureSeconds: 0, pages: 0, words: 1, questions: 1 }),
    'what is begun counts',
  ).toMatchObject({
    handouts: 1,
    examination: 2,
  })
})

test('lists three missing steps with a serial comma', () => {
  expect(formatMissingSteps(STEPS)).toBe(
    'This course awards contact hours. Before we issue the certificate, we need your evaluation of the course, your attestation that you completed it yourself, and your license number.',
  )
})
