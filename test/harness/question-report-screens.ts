import type { Page } from 'playwright-core'
import { answerAll, failExamSubmission } from './examination.ts'
import { answerWith, button, COURSE, type Screen, waitForText, waitForFieldErrors } from './screen.ts'

const ID = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'
const QUESTION =
  'A nurse observer notices that the examiner asks about the accident itself, which the agreed scope of the examination leaves out. What does she do first?'
const REASON = `The rule was amended in March.\nThe key is of before, and ${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)} says so, too.`

const PAPERS = ['Defense Medical Exam Training', 'Defense Medical Exam Observation Practice'].map((name, at) => ({
  paper: ID.replace('d2', `e${at}`),
  course_name: name,
  handed_in_on: '2026-11-22',
  questions: [{ id: ID, question: 'Under Federal Rule of Civil Procedure 35, what must the order state?' }],
}))

const OWN = [
  { id: ID, reason: REASON, source: 'Rule 35(b)(1), as amended', answer: null },
  {
    id: ID.replace('d2', 'd3'),
    reason: 'Both A and C are right.',
    source: '',
    answer: { outcome: 'upheld', words: 'You are right: C is right in two states.\n\nThank you.', on: '2026-11-23' },
  },
  {
    id: ID.replace('d2', 'd4'),
    reason: 'I never heard of it.',
    source: '',
    answer: { outcome: 'declined', words: 'The third lecture tells it, from minute 4.', on: '2026-11-20' },
  },
].map((each) => ({
  ...each,
  course_name: 'Defense Medical Exam Training',
  question: QUESTION,
  sent_on: '2026-11-19',
}))

const createReport = (part: object) => ({
  id: ID,
  date: '2026-11-19T12:05:00.000Z',
  member: { id: ID, name: 'Maria-Fernanda Castellanos-Oyelaran' },
  product: ID,
  item: 'Defense Medical Exam Training',
  key: 'scope',
  version: 1,
  question: QUESTION,
  options: ['She notes the question and its time.', 'She answers.', 'She leaves.', 'She asks the attorney in writing.'],
  answer: 0,
  chosen: 'She asks the attorney in writing.',
  is_asked_so: true,
  is_asked: true,
  reason: REASON,
  source: 'Rule 35(b)(1), as amended',
  answered: null,
  may_answer: true,
  ...part,
})

/** A question report as the studio receives it, with its question's statistics. */
const shown = (part: object) => async (page: Page) => {
  await answerWith(`**/Academy/api/studio/products/${ID}/questions/`, { questions: [] })(page)
  await answerWith(`**/Academy/api/studio/contests/${ID}/`, createReport(part))(page)
}

const answerQueue = (contests: object[]) =>
  answerWith('**/Academy/api/studio/contests/', {
    contests,
    is_more: contests.length > 0,
    count: { waiting: contests.length && 23, answered: 4 },
  })
const line = (place: number) => ({
  id: `${ID.slice(0, -1)}${place}`,
  date: '2026-11-19T12:05:00.000Z',
  item: 'Defense Medical Exam Training',
  question: place === 0 ? `Which ${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)} may enter?` : QUESTION,
  outcome: null,
})

/** Screens of members who report a question. */
export const QUESTION_REPORT_SCREENS: readonly Screen[] = [
  {
    name: 'question report, not filled in',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    before: failExamSubmission,
    async prepare(page) {
      await answerAll(page, COURSE, 6)
      await button(page, 'Submit').click()
      await button(page, 'Report a question').click()
      await button(page, 'Send').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'own question reports',
    as: 'demo',
    address: '/Account/Contests/',
    before: answerWith('**/Academy/api/account/contests/', OWN),
    prepare: waitForText('You were right'),
  },
  {
    name: 'own question reports, with a reportable paper',
    as: 'newcomer',
    address: '/Account/Contests/',
    before: answerWith('**/Academy/api/account/contests/papers/', PAPERS),
    prepare: async (page) => {
      await button(page, 'Report a question').click()
      await waitForText('Which question?')(page)
    },
  },
  {
    name: 'no question reports',
    as: 'newcomer',
    address: '/Account/Contests/',
    prepare: waitForText('You haven’t reported a question yet'),
  },
]

/** Screens of the review queue. */
export const REVIEW_QUEUE_SCREENS: readonly Screen[] = [
  {
    name: 'studio: question reports',
    as: 'staff',
    address: '/Studio/Contests/',
    before: answerQueue([0, 1, 2, 3].map(line)),
    prepare: waitForText('23 open reports'),
  },
  {
    name: 'studio: no question reports',
    as: 'staff',
    address: '/Studio/Contests/',
    before: answerQueue([]),
    prepare: waitForText('You’re all caught up'),
  },
  {
    name: 'studio: a question report, answered without a decision',
    as: 'staff',
    address: `/Studio/Contests/${ID}`,
    before: shown({}),
    async prepare(page) {
      await button(page, 'Send answer').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'studio: an answered report of a removed question',
    as: 'staff',
    address: `/Studio/Contests/${ID}`,
    before: shown({
      is_asked: false,
      is_asked_so: false,
      chosen: null,
      may_answer: false,
      answered: {
        outcome: 'upheld',
        words: 'You are right.\n\nThank you.',
        by: 'staff',
        date: '2026-11-23T17:00:00.000Z',
      },
    }),
    prepare: waitForText('no longer in the course'),
  },
]
