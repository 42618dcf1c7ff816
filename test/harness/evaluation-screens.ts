import {
  answerWith,
  button,
  changeAnswer,
  COURSE,
  hangApi,
  type Screen,
  waitForText,
  waitForFieldErrors,
} from './screen.ts'
import { hidePassedResult } from './examination.ts'

const ADDRESS = `/Examination/${COURSE}/Evaluation`
const CALL = '**/Academy/api/course/examination/evaluation/**'

const BEFORE = { has_certificate: false, ratings: [null, null, null, null, null], words: '', is_attested: false }
const NO_NAME = { printed: '', first_name: '', last_name: '', credentials_after_name: '' }
const asked = changeAnswer<object>(CALL, (steps) => ({ ...steps, ...BEFORE }))
const awarding = changeAnswer<object>(CALL, (steps) => ({ ...steps, ...BEFORE, contact_hours: '1.2 contact hours' }))

const closed = answerWith(
  `**/Academy/api/course/examination/${COURSE}/`,
  {
    code: 'too_many_requests',
    message: 'You’ve used 3 attempts. You can try again in 12 hours.',
    title: 'Defense Medical Exam Training: Final Examination',
    opens_at: '2030-11-24T05:30:00Z',
    lectures: [
      { name: 'What a DME is', slug: 'what-a-dme-is' },
      { name: 'The rules that shape it, and who may ask for what', slug: 'rules' },
    ],
  },
  429,
)

export const EVALUATION_SCREENS: readonly Screen[] = [
  {
    name: 'exam closed after three papers',
    as: 'demo',
    address: `/Examination/${COURSE}`,
    async before(page) {
      await hidePassedResult(page)
      await closed(page)
    },
    prepare: waitForText('You can try again on '),
  },
  { name: 'evaluation', as: 'demo', address: ADDRESS, before: asked, prepare: waitForText('How was the course?') },
  {
    name: 'evaluation of a member without a name',
    as: 'demo',
    address: ADDRESS,
    before: changeAnswer<object>(CALL, (steps) => ({ ...steps, ...BEFORE, name: NO_NAME })),
    prepare: waitForText('Enter the name to print on your certificate.'),
  },
  {
    name: 'evaluation for contact hours, not filled in',
    as: 'demo',
    address: ADDRESS,
    before: awarding,
    async prepare(page) {
      await page.getByText('Correct my name').click()
      await page.getByRole('radiogroup').first().getByRole('radio', { name: '4' }).click()
      await button(page, 'Request Certificate').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'evaluation after the certificate',
    as: 'demo',
    address: ADDRESS,
    before: changeAnswer<object>(CALL, (steps) => ({ ...steps, has_certificate: true, ratings: [5, 4, 5, 5, 3] })),
    prepare: waitForText('Your ratings'),
  },
  {
    name: 'evaluation that requires a license',
    as: 'demo',
    address: ADDRESS,
    before: changeAnswer<object>(CALL, (steps) => ({
      ...steps,
      ...BEFORE,
      contact_hours: '1.2 contact hours',
      needs_license: true,
    })),
    prepare: waitForText('Your license'),
  },
  { name: 'license numbers, none', as: 'demo', address: '/Account/Licenses/', prepare: waitForText('License number') },
  {
    name: 'license numbers, one and an error',
    as: 'demo',
    address: '/Account/Licenses/',
    before: answerWith('**/Academy/api/account/licenses/', [
      { id: '00000000-0000-4000-8000-000000000001', state: 'CA', profession: 'RN', number: '95123456' },
    ]),
    async prepare(page) {
      await page.route('**/Academy/api/account/licenses/', (route) =>
        route.fulfill({
          status: 400,
          json: {
            code: 'invalid',
            message: 'Please correct the marked fields.',
            fields: { state: ['Please choose a state.'] },
          },
        }),
      )
      await button(page, 'Save license number').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'license numbers while loading',
    as: 'demo',
    address: '/Account/Licenses/',
    isLoading: true,
    before: hangApi,
  },
  { name: 'evaluation while loading', as: 'demo', address: ADDRESS, isLoading: true, before: hangApi },
]
