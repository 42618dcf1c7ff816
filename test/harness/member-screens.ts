import { stopPlaybackAt } from './stop-playback.ts'
import type { Page } from 'playwright-core'
import { QUESTION_REPORT_SCREENS } from './question-report-screens.ts'
import { DISCUSSION_SCREENS } from './discussion-screens.ts'
import { EVALUATION_SCREENS } from './evaluation-screens.ts'
import { EXAM_SCREENS } from './exam-screens.ts'
import { LECTURE_LAW_SCREENS } from './law-screens.ts'
import { OWN_ACCOUNT_SCREENS } from './own-account-screens.ts'
import { TWO_FACTOR_SCREENS } from './two-factor-screens.ts'
import {
  answerWith,
  breakApi,
  button,
  changeAnswer,
  COURSE,
  DOCUMENT,
  hangApi,
  main,
  type Screen,
  waitForAlert,
  waitForText,
  waitForFieldErrors,
} from './screen.ts'

const lecture = (slug: string) => `/MyAcademy/${COURSE}/Lecture/${slug}/`
const FIRST_LECTURE = lecture('what-a-defense-medical-exam-is')
const LAST_LECTURE = lecture('confidentiality-and-professional-boundaries')
const DEAD = 'x'.repeat(43)

type Shelf = { id_: string; course_name: string; lectureProgress: number }[]

/** My Academy for a member with many purchases: the demo learner's one course, twelve times. */
const twelveCourses = changeAnswer<Shelf>('**/Academy/api/MyAcademy/', ([course]) =>
  Array.from({ length: 12 }, (_, n) => ({
    ...course,
    id_: `${course?.id_}-${n}`,
    course_name:
      n % 3 === 0 ? `${course?.course_name}: What Nobody Tells You Before the First Report` : course?.course_name,
    lectureProgress: Math.min(100, n * 10),
  })),
)

type Taken = { lectures: { is_completed: boolean }[]; lectureProgress: number }

/** Progress of a member who has completed the first lectures. */
const completed = (many: number) =>
  changeAnswer<Taken>('**/Academy/api/take/course/*/', (course) => ({
    ...course,
    lectureProgress: Math.floor((many / course.lectures.length) * 100),
    lectures: course.lectures.map((each, place) => ({ ...each, is_completed: place < many })),
  }))

/** The last lecture counts as completed as soon as it has been watched. */
const completedAtLast = (page: Page) =>
  Promise.all([completed(4)(page), answerWith('**/update/progress/', { lectureProgress: 100 })(page)])

/** Sets the resume position, whatever other screens have done to it. */
const stoppedAt = (seconds: number) => (page: Page) => stopPlaybackAt(page, seconds)
const fromTheBeginning = stoppedAt(0)

/** Pauses the media, so that every screenshot is the same. */
async function pauseAt(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction(() => (document.querySelector<HTMLMediaElement>('video, audio')?.readyState ?? 0) >= 2)
  await page.locator('video, audio').evaluate(async (media: HTMLMediaElement, to) => {
    media.pause()
    const sought = new Promise((resolve) => media.addEventListener('seeked', resolve, { once: true }))
    media.currentTime = to
    await sought
  }, seconds)
  await page.getByRole('list', { name: 'Transcript' }).waitFor()
}

async function playToTheEnd(page: Page): Promise<void> {
  await pauseAt(page, 20)
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    video.currentTime = video.duration - 0.3
    await video.play()
  })
  await page.getByRole('region', { name: 'Up next' }).waitFor()
}

async function changePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await button(page, 'Change password').click()
}

/** An order in each state. */
const orderStates = answerWith(
  '**/Academy/api/account/orders/',
  [
    ['paid', 'course', 'Defense Medical Exam Training', '119.20', '0.00'],
    ['partly_refunded', 'course', 'Unethical Defense Medical Exam Challenges', '299.00', '50.00'],
    ['refunded', 'podcast', 'Fact or Opinion: Writing Reports That Hold Up', '19.00', '19.00'],
    ['disputed', 'document', 'Examination Test Quick Reference: Orthopedic and Neurological Tests', '49.00', '0.00'],
    ['free', 'document', 'DME Observer Starter Kit', '0.00', '0.00'],
  ].map(([state, kind, item, total, refunded], place) => ({
    order_number: `7C41F09A52B${place}`,
    date: '2026-11-21',
    item,
    kind,
    item_id: DOCUMENT,
    total,
    refunded,
    invoice_number: state === 'free' ? null : `INV-00004${place}`,
    credit_notes:
      refunded === '0.00'
        ? []
        : [{ id: `note-${place}`, number: `CN-00000${place}`, date: '2026-11-22', amount: refunded }],
    state,
  })),
)

/** Issued today, because after a month it is no longer listed first. */
const newCertificate = answerWith('**/Academy/api/account/certificates/', {
  sent_to: 'demo@example.com',
  certificates: [
    {
      id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L',
      course_id: COURSE,
      course_name: 'Defense Medical Exam Training',
      issued_on: new Date().toISOString().slice(0, 10),
      claim: 'completed',
      file_name: 'Certificate.pdf',
      is_signed: true,
    },
  ],
  earned: [],
  revoked: [],
})

const toBeDeleted = answerWith('**/Academy/api/account/deletion/', { due_on: '2026-11-29' })

const workingLink = answerWith('**/Academy/api/verify-email/check/', { message: 'This link works.' })

const ACCOUNTS: readonly Screen[] = [
  { name: 'login', as: 'visitor', address: '/Login/' },
  {
    name: 'login refused',
    as: 'visitor',
    address: '/Login/',
    async prepare(page) {
      await page.getByLabel('Username').fill('nobody')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await button(page, 'Login').click()
      await waitForAlert(page)
    },
  },
  {
    name: 'login before the email is verified',
    as: 'visitor',
    address: '/Login/',
    before: answerWith(
      '**/Academy/api/login/',
      {
        code: 'email_not_verified',
        message: 'Please verify your email first. We can send you the link again.',
        email: 'dana@example.com',
      },
      403,
    ),
    async prepare(page) {
      await page.getByLabel('Username').fill('dana')
      await page.getByLabel('Password', { exact: true }).fill('three quiet night shifts')
      await button(page, 'Login').click()
      await button(page, 'Resend Verification Email').waitFor()
    },
  },
  { name: 'register', as: 'visitor', address: '/Register/' },
  {
    name: 'register with errors',
    as: 'visitor',
    address: '/Register/',
    async prepare(page) {
      await page.getByLabel('Email').fill('not an address')
      await button(page, 'Register').click()
      await waitForFieldErrors(page)
    },
  },
  { name: 'success', as: 'visitor', address: '/Success/' },
  {
    name: 'success, with an address of a known provider',
    as: 'visitor',
    address: '/Success/?email=dana.demo@gmail.com',
    prepare: waitForText('Open your email'),
  },
  {
    name: 'success, email sent again',
    as: 'visitor',
    address: '/Success/?email=dana.demo-with-a-long-name@hospital.example.com',
    before: answerWith('**/Academy/api/resend-verification/**', { message: 'Verification email sent.' }),
    async prepare(page) {
      await button(page, 'Resend Verification Email').click()
      await waitForText('We sent a new link.')(page)
    },
  },
  { name: 'verify email', as: 'visitor', address: `/VerifyEmail/${DEAD}`, before: workingLink },
  {
    name: 'verify email with an expired link',
    as: 'visitor',
    address: `/VerifyEmail/${DEAD}`,
    prepare: waitForAlert,
  },
  {
    name: 'verify email with a used link',
    as: 'visitor',
    address: `/VerifyEmail/${DEAD}`,
    before: answerWith(
      '**/Academy/api/verify-email/check/',
      { code: 'already_verified', message: 'Your email is already verified. You can log in.', next: null },
      400,
    ),
    prepare: waitForText('Your email is already verified.'),
  },
  {
    name: 'verify email, done',
    as: 'visitor',
    address: `/VerifyEmail/${DEAD}`,
    async before(page) {
      await workingLink(page)
      await answerWith('**/Academy/api/verify-email/', { message: 'Your email is verified.' })(page)
    },
    async prepare(page) {
      await main(page).getByRole('button').first().click()
      await waitForText('Your email is verified.')(page)
    },
  },
  { name: 'forgot password', as: 'visitor', address: '/ForgotPassword/' },
  {
    name: 'forgot password with an error',
    as: 'visitor',
    address: '/ForgotPassword/',
    async prepare(page) {
      await page.getByLabel('Email').fill('nobody')
      await button(page, 'Send link').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'forgot password, sent',
    as: 'visitor',
    address: '/ForgotPassword/',
    async prepare(page) {
      await page.getByLabel('Email').fill('nobody@example.com')
      await button(page, 'Send link').click()
      await waitForText(/we’ve sent a link/)(page)
    },
  },
  { name: 'reset password', as: 'visitor', address: `/ResetPassword/${DEAD}` },
  {
    name: 'reset password with errors',
    as: 'visitor',
    address: `/ResetPassword/${DEAD}`,
    async prepare(page) {
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByLabel('Confirm password', { exact: true }).fill('other')
      await button(page, 'Change password').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'reset password with an expired link',
    as: 'visitor',
    address: `/ResetPassword/${DEAD}`,
    async prepare(page) {
      await changePassword(page, 'three quiet night shifts')
      await waitForAlert(page)
    },
  },
  {
    name: 'reset password, done',
    as: 'visitor',
    address: `/ResetPassword/${DEAD}`,
    before: answerWith('**/Academy/api/reset-password/', {
      message: 'Your password has been changed. You can now log in with it.',
    }),
    async prepare(page) {
      await changePassword(page, 'three quiet night shifts')
      await main(page).getByRole('link', { name: 'Go to Login' }).waitFor()
    },
  },
  ...TWO_FACTOR_SCREENS,
  { name: 'account as a visitor', as: 'visitor', address: '/Account/' },
  { name: 'account', as: 'demo', address: '/Account/', prepare: waitForText('Download my data') },
  { name: 'no orders', as: 'newcomer', address: '/Account/Orders/', prepare: waitForText('You have no orders yet') },
  {
    name: 'orders of a member',
    as: 'demo',
    address: '/Account/Orders/',
    before: orderStates,
    prepare: waitForText('Refunded'),
  },
  {
    name: 'account, confirming deletion',
    as: 'newcomer',
    address: '/Account/',
    prepare: (page) => page.getByText('Delete my account…').click(),
  },
  {
    name: 'account scheduled for deletion',
    as: 'newcomer',
    address: '/Account/',
    before: toBeDeleted,
    prepare: waitForAlert,
  },
  {
    name: 'My Academy of an account scheduled for deletion',
    as: 'demo',
    address: '/MyAcademy/',
    before: toBeDeleted,
    prepare: waitForAlert,
  },
  { name: 'account while loading', as: 'demo', address: '/Account/', isLoading: true, before: hangApi },
  { name: 'orders while loading', as: 'demo', address: '/Account/Orders/', isLoading: true, before: hangApi },
  { name: 'account, failed to load', as: 'demo', address: '/Account/', before: breakApi, prepare: waitForAlert },
]

const STUDY: readonly Screen[] = [
  { name: 'My Academy as a visitor', as: 'visitor', address: '/MyAcademy/' },
  {
    name: 'My Academy, empty',
    as: 'newcomer',
    address: '/MyAcademy/',
    prepare: waitForText('Browse Available Courses'),
  },
  { name: 'My Academy with one course', as: 'demo', address: '/MyAcademy/', prepare: waitForText('Take Course') },
  {
    name: 'My Academy with a new certificate',
    as: 'demo',
    address: '/MyAcademy/',
    before: newCertificate,
    prepare: waitForText('Copy link'),
  },
  {
    name: 'My Academy with twelve courses',
    as: 'demo',
    address: '/MyAcademy/',
    before: twelveCourses,
    prepare: waitForText('Take Course'),
  },
  { name: 'My Academy while loading', as: 'demo', address: '/MyAcademy/', isLoading: true, before: hangApi },
  { name: 'My Academy, failed to load', as: 'demo', address: '/MyAcademy/', before: breakApi },
  {
    name: 'taking a course, at its start',
    as: 'demo',
    address: `/MyAcademy/${COURSE}`,
    before: completed(0),
    prepare: waitForText('Take the Examination'),
  },
  {
    name: 'taking a course, part way',
    as: 'demo',
    address: `/MyAcademy/${COURSE}?lecture=3`,
    before: completed(2),
    prepare: waitForText('Take the Examination'),
  },
  {
    name: 'taking a course, finished',
    as: 'demo',
    address: `/MyAcademy/${COURSE}`,
    before: completed(5),
    prepare: waitForText('Take the Examination'),
  },
  {
    name: 'taking a course, with its certificate',
    as: 'demo',
    address: `/MyAcademy/${COURSE}`,
    before: (page) => Promise.all([completed(5)(page), newCertificate(page)]),
    prepare: waitForText('Copy link'),
  },
  {
    name: 'taking a course while loading',
    as: 'demo',
    address: `/MyAcademy/${COURSE}`,
    isLoading: true,
    before: hangApi,
  },
  { name: 'taking a course without access', as: 'newcomer', address: `/MyAcademy/${COURSE}` },
  {
    name: 'lecture',
    as: 'demo',
    address: FIRST_LECTURE,
    before: fromTheBeginning,
    prepare: (page) => pauseAt(page, 20),
  },
  {
    name: 'lecture with the keys shown',
    as: 'demo',
    address: FIRST_LECTURE,
    before: fromTheBeginning,
    async prepare(page) {
      await pauseAt(page, 45)
      await page.keyboard.press('?')
    },
  },
  ...LECTURE_LAW_SCREENS,
  {
    name: 'lecture with practice questions',
    as: 'demo',
    address: FIRST_LECTURE,
    before: fromTheBeginning,
    async prepare(page) {
      await pauseAt(page, 20)
      const practice = page.getByRole('region', { name: 'Practice questions' })
      await practice.getByRole('listitem').first().getByRole('radio').nth(1).check()
      await practice.getByRole('listitem').last().getByRole('radio').first().check()
    },
  },
  {
    name: 'lecture with a resume position',
    as: 'demo',
    address: FIRST_LECTURE,
    before: stoppedAt(31),
    prepare: waitForText(/^Resume at/),
  },
  { name: 'lecture at its end', as: 'demo', address: FIRST_LECTURE, before: fromTheBeginning, prepare: playToTheEnd },
  {
    name: 'last lecture at its end',
    as: 'demo',
    address: LAST_LECTURE,
    before: (page) => Promise.all([fromTheBeginning(page), completedAtLast(page)]),
    prepare: playToTheEnd,
  },
  {
    name: 'last lecture at its end, with others incomplete',
    as: 'demo',
    address: LAST_LECTURE,
    before: (page) => Promise.all([fromTheBeginning(page), completed(2)(page)]),
    prepare: playToTheEnd,
  },
  {
    name: 'lecture whose video fails',
    as: 'demo',
    address: FIRST_LECTURE,
    async before(page) {
      await fromTheBeginning(page)
      await page.route('**/media/**', (route) =>
        route.request().resourceType() === 'media' ? route.abort() : route.continue(),
      )
    },
    prepare: waitForAlert,
  },
  {
    name: 'lecture, gone offline',
    as: 'demo',
    address: FIRST_LECTURE,
    before: fromTheBeginning,
    async prepare(page) {
      await pauseAt(page, 20)
      await page.context().setOffline(true)
      await waitForText('You’re offline.')(page)
    },
  },
  {
    name: 'next lecture, offline',
    as: 'demo',
    address: FIRST_LECTURE,
    before: fromTheBeginning,
    async prepare(page) {
      await pauseAt(page, 20)
      await page.context().setOffline(true)
      await main(page)
        .getByRole('link', { name: /^Next lecture/ })
        .click()
      await waitForText('You’re offline. The page will open when you’re back online.')(page)
    },
  },
  { name: 'lecture while loading', as: 'demo', address: FIRST_LECTURE, isLoading: true, before: hangApi },
  { name: 'lecture, failed to load', as: 'demo', address: FIRST_LECTURE, before: breakApi },
  ...EXAM_SCREENS,
  { name: 'My Documents, empty', as: 'newcomer', address: '/MyDocuments/' },
  { name: 'My Documents with one', as: 'demo', address: '/MyDocuments/' },
  { name: 'one of my documents', as: 'demo', address: `/MyDocuments/${DOCUMENT}` },
  {
    name: 'one of my documents while loading',
    as: 'demo',
    address: `/MyDocuments/${DOCUMENT}`,
    isLoading: true,
    before: hangApi,
  },
  { name: 'a document without access', as: 'newcomer', address: `/MyDocuments/${DOCUMENT}` },
]

/** Screens for members: their account, and everything that they study. */
export const MEMBER_SCREENS: readonly Screen[] = [
  ...ACCOUNTS,
  ...OWN_ACCOUNT_SCREENS,
  ...STUDY,
  ...DISCUSSION_SCREENS,
  ...EVALUATION_SCREENS,
  ...QUESTION_REPORT_SCREENS,
]
