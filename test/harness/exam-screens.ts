import type { Page } from 'playwright-core'
import { answerAll, failExamSubmission, hidePassedResult } from './examination.ts'
import { answerWith, button, changeAnswer, COURSE, hangApi, type Screen, waitForAlert, waitForText } from './screen.ts'

async function handIn(page: Page, right: number): Promise<void> {
  await answerAll(page, COURSE, right)
  await button(page, 'Submit').click()
}

async function passed(page: Page, right = 9): Promise<void> {
  await handIn(page, right)
  await waitForText(`You scored ${right} out of 10`)(page)
}

const withoutCertificates = changeAnswer<object>('**/Academy/api/account/certificates/', (own) => ({
  ...own,
  certificates: [],
}))

const REVIEWED = {
  question: 'A question of the examination?',
  chosen: 'One answer',
  answer: 'Another answer',
  rationale: 'Because the rule says so.',
  lecture: { name: '1. What a Defense Medical Exam Is', slug: 'what-a-defense-medical-exam-is' },
}
const PASSED_EARLIER = {
  title: 'Defense Medical Exam Training: Final Examination',
  passed: {
    passed_on: '2026-11-21',
    paper: '1b4e28ba-2fa1-4e11-883f-0016d3cca427',
    questions: [{ id: '7d0f4c58-2f0b-4d0e-9a53-1d2a0b8c6e21', question: REVIEWED.question }],
    result: {
      score: 9,
      total: 10,
      percentage: 90,
      passed: true,
      waits_for_lectures: false,
      message: 'You passed.',
      review: [
        { ...REVIEWED, isRight: false },
        { ...REVIEWED, question: 'Another question?', answer: 'One answer', isRight: true },
      ],
      lectures: [],
      retake: null,
    },
  },
}

const asFirstAttempt = changeAnswer<object>(`**/Academy/api/course/examination/${COURSE}/`, (exam) => ({
  ...exam,
  first_attempt: { max_failures: 3, wait_hours: 12 },
}))

/** A course's exam, from the first question to the certificate name. */
export const EXAM_SCREENS: readonly Screen[] = [
  {
    name: 'exam',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    before: hidePassedResult,
    prepare: waitForText('Question 1/10'),
  },
  {
    name: 'exam before the first attempt',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    async before(page) {
      await hidePassedResult(page)
      await asFirstAttempt(page)
    },
    prepare: waitForText('Before you start'),
  },
  {
    name: 'exam, all its questions listed',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    before: hidePassedResult,
    async prepare(page) {
      await page.getByRole('radio').first().check()
      await page.getByText('All questions (1 of 10 answered)').click()
    },
  },
  {
    name: 'exam, all questions answered',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    prepare: (page) => answerAll(page, COURSE, 9),
  },
  {
    name: 'exam that fails to submit',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    before: answerWith('**/submit/score/', { code: 'internal', message: 'Something went wrong.' }, 500),
    async prepare(page) {
      await handIn(page, 9)
      await waitForAlert(page)
    },
  },
  {
    name: 'exam failed',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    before: failExamSubmission,
    prepare: (page) => passed(page, 6),
  },
  {
    name: 'exam passed',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    before: withoutCertificates,
    prepare: (page) => passed(page),
  },
  {
    name: 'exam passed after the certificate',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    prepare: (page) => passed(page),
  },
  {
    name: 'exam passed earlier',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    before: answerWith('**/Academy/api/course/examination/result/*/', PASSED_EARLIER),
    prepare: waitForText('You scored 9 out of 10'),
  },
  {
    name: 'exam retaken',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    before: answerWith('**/Academy/api/course/examination/result/*/', PASSED_EARLIER),
    async prepare(page) {
      await button(page, 'Retake Exam').click()
      await waitForText('You passed this exam on')(page)
    },
  },
  {
    name: 'certificate name',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    async before(page) {
      await withoutCertificates(page)
      await answerWith(
        '**/request/certificate/**',
        {
          code: 'invalid',
          message: 'Enter the name to print on your certificate.',
          fields: { first_name: ['Please enter your name.'] },
        },
        400,
      )(page)
    },
    async prepare(page) {
      await passed(page)
      await button(page, 'Request Certificate').click()
      await page.getByLabel('First name').fill('Maria-Fernanda')
      await page.getByLabel('Last name').fill('Castellanos-Oyelaran')
      await page.getByLabel('Credentials after your name').fill('MSN, RN, CCRN')
    },
  },
  {
    name: 'exam while loading',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    isLoading: true,
    before: hangApi,
  },
  { name: 'missing exam', as: 'demo', address: '/Examination/nope' },
]
