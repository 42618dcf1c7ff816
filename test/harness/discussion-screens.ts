import { answerWith, button, COURSE, main, type Screen, waitForFieldErrors } from './screen.ts'

const LIST = '**/Academy/api/take/course/*/discussions/'
const THREAD = '**/Academy/api/discussion/*/from/*/'
const ID = 'd2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11'
const LECTURE = { id: 'the-rules-that-shape-the-exam', name: '2. The Rules That Shape the Exam' }
const course = { id: COURSE, name: 'Defense Medical Exam Training' }

const author = (name: string, more: object = {}) => ({
  name,
  is_staff: false,
  is_erased: false,
  is_own: false,
  ...more,
})

const thread = (n: number, more: object = {}) => ({
  id: `d2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c${10 + n}`,
  state: 'there',
  title: 'May an observer take notes while the examiner asks about the accident?',
  lecture: LECTURE,
  seconds: 40,
  author: author('Nora N.'),
  active_at: '2026-11-23T15:14:00.000Z',
  active: '2026-11-23 15:14 UTC',
  replies: n,
  votes: n,
  is_pinned: false,
  is_locked: false,
  is_answered: false,
  ...more,
})

const listed = answerWith(LIST, {
  course: { ...course, lectures: [LECTURE] },
  threads: [
    thread(1, {
      title: 'Please read this before you ask',
      is_pinned: true,
      is_locked: true,
      lecture: null,
      seconds: null,
    }),
    thread(2, { is_answered: true }),
    thread(3, { title: null, state: 'deleted', votes: 0 }),
    thread(4, { title: `Anfragenachverfolgungsdokumentation${'x'.repeat(60)}`, seconds: null }),
    thread(5, { title: 'هل يجوز للمراقب تدوين الملاحظات؟', author: author('Edna Editor', { is_staff: true }) }),
  ],
  next: '0.1.d2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11',
})

const post = (number: number, more: object = {}) => ({
  id: `b5a1c4c0-58a1-4a7b-9f0e-3a3d1f2b7c${10 + number}`,
  number,
  author: author('Olive O.'),
  written_at: '2026-11-23T15:20:00.000Z',
  written: '2026-11-23 15:20 UTC',
  is_edited: false,
  state: 'there',
  html: '<p>It depends on the state. Look at <a href="https://www.law.cornell.edu/rules/frcp/rule_35" rel="nofollow ugc noopener">rule 35</a>:</p><ul><li>who may be there,</li><li>what may be <strong>recorded</strong>.</li></ul>',
  text: null,
  hidden_reason: null,
  is_accepted: false,
  may_edit: false,
  may_delete: false,
  may_accept: true,
  is_reported: false,
  may_report: true,
  may_moderate: false,
  ...more,
})

const read = (more: object = {}) =>
  answerWith(THREAD, {
    id: ID,
    course,
    lecture: LECTURE,
    is_retired: false,
    seconds: 40,
    state: 'there',
    title: 'May an observer take notes while the examiner asks about the accident?',
    replies: 4,
    votes: 2,
    has_voted: false,
    is_followed: true,
    is_pinned: true,
    is_locked: false,
    is_own: false,
    posts: [
      post(0, {
        author: author('Nora N.', { is_own: true }),
        html: '<p>The lecture says yes, our attorney says no.</p>',
        text: 'The lecture says yes.',
        is_edited: true,
        may_edit: true,
        may_delete: true,
        may_accept: false,
      }),
      post(1, { author: author('Edna Editor', { is_staff: true }), is_accepted: true }),
      post(2, { state: 'deleted', html: null, may_accept: false }),
      post(3, { state: 'hidden', html: null, may_accept: false }),
      post(4, {
        author: author('Demo L.', { is_own: true }),
        state: 'hidden',
        hidden_reason: 'It names a patient.',
        may_delete: true,
      }),
      post(5, { html: `<p>هل يجوز للمراقب؟</p><pre><code>${'long '.repeat(40)}</code></pre>` }),
    ],
    next: 6,
    may_reply: true,
    may_lead: false,
    ...more,
  })

const REASON = 'It names a patient, and the room.\nPlease write it again without them.'

/** The academy's error if a reason is missing. */
const noReason = (what: 'report' | 'hide', asked: string) =>
  answerWith(`**/Academy/api/**/${what}/`, { code: 'invalid', message: asked, fields: { reason: [asked] } }, 400)

const own = (number: number, more: object = {}) => ({
  id: `b5a1c4c0-58a1-4a7b-9f0e-3a3d1f2b7c${10 + number}`,
  thread: ID,
  number,
  title: null,
  text: 'The lecture says **yes**, where the rules of the state allow it.\n\nWhat of a recorder?',
  written_at: '2026-11-23T15:20:00.000Z',
  written: '2026-11-23 15:20 UTC',
  hidden_reason: null,
  course,
  is_open: true,
  ...more,
})

const at = `/MyAcademy/${COURSE}/Discussions/`

/** Screens of discussions among members who have access to a course. */
export const DISCUSSION_SCREENS: readonly Screen[] = [
  { name: 'discussions', as: 'demo', address: at, before: listed },
  {
    name: 'no discussions, with errors in the form',
    as: 'demo',
    address: `${at}?unanswered`,
    before: answerWith(LIST, { course: { ...course, lectures: [LECTURE] }, threads: [], next: null }),
    async prepare(page) {
      await button(page, 'Ask a question').click()
      await main(page).getByRole('button', { name: 'Ask', exact: true }).click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'no discussions of a lecture, with an invalid moment',
    as: 'demo',
    address: `${at}?lecture=${LECTURE.id}`,
    before: answerWith(LIST, { course: { ...course, lectures: [LECTURE] }, threads: [], next: null }),
    async prepare(page) {
      await button(page, 'Ask a question').click()
      await main(page).getByLabel('Time in the lecture').fill('12.40')
      await main(page).getByRole('button', { name: 'Ask', exact: true }).click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'a discussion as a muted member sees it, with typed text',
    as: 'demo',
    address: at + ID,
    before: read({ posts: [post(0)], next: null }),
    async prepare(page) {
      await main(page).getByLabel('Your reply').last().fill('I have typed this.')
      await answerWith('**/Academy/api/account/writing/', {
        muted:
          'You can’t post in discussions until Nov 30, 2026, 10:00 AM ET. You can still read them. Reason: Names of patients, twice.',
      })(page)
      await page.reload()
      await main(page).getByText('What you typed is still here.').waitFor()
    },
  },
  {
    name: 'a reply with possible patient data',
    as: 'demo',
    address: at + ID,
    before: read({ posts: [post(0)], next: null }),
    async prepare(page) {
      await main(page).getByLabel('Your reply').last().fill('Maria Gonzalez, 58, MRN 4471902, fell twice.')
      await button(page, 'Post reply').click()
      await main(page).getByRole('button', { name: 'Post anyway' }).waitFor()
    },
  },
  { name: 'a discussion', as: 'demo', address: at + ID, before: read() },
  {
    name: 'a discussion as staff sees it, closed',
    as: 'staff',
    address: at + ID,
    before: read({ may_lead: true, is_locked: true, may_reply: false, is_followed: false }),
  },
  {
    name: 'a report without a reason, below a reported reply',
    as: 'demo',
    address: at + ID,
    before: read({ posts: [post(0), post(1, { is_reported: true, may_report: false }), post(2)] }),
    async prepare(page) {
      await noReason('report', 'Describe what is wrong with the post.')(page)
      await button(page, 'Report reply 2').click()
      await button(page, 'Report post').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'hiding a reply without a reason, below a hidden one',
    as: 'staff',
    address: at + ID,
    before: read({
      may_lead: true,
      posts: [
        post(0, { may_moderate: true }),
        post(1, { state: 'hidden', hidden_reason: REASON, may_moderate: true, may_accept: false, may_report: false }),
        post(2, { may_moderate: true }),
      ],
    }),
    async prepare(page) {
      await noReason('hide', 'Enter a reason. The author sees it.')(page)
      await button(page, 'Hide reply 2').click()
      await button(page, 'Hide post').click()
      await waitForFieldErrors(page)
    },
  },
  {
    name: 'a member’s posts, one to be deleted and one hidden in a closed course',
    as: 'demo',
    address: '/Account/Posts',
    before: answerWith('**/Academy/api/account/posts/', {
      posts: [own(0, { title: 'May an observer take notes?' }), own(3, { is_open: false, hidden_reason: REASON })],
      next: '0.1.d2c9f4c0-58a1-4a7b-9f0e-3a3d1f2b7c11',
    }),
    async prepare(page) {
      await button(page, /^Delete/)
        .first()
        .click()
      await button(page, /^Cancel/).waitFor()
    },
  },
  {
    name: 'a member without posts',
    as: 'newcomer',
    address: '/Account/Posts',
    before: answerWith('**/Academy/api/account/posts/', { posts: [], next: null }),
  },
  {
    name: 'unanswered questions',
    as: 'staff',
    address: '/Studio/Discussions/',
    before: answerWith('**/Academy/api/studio/discussions/', {
      threads: [
        { id: ID, title: 'May an observer take notes?', course, asked: '2026-11-20T13:00:00.000Z', is_hidden: false },
      ],
      next: null,
    }),
  },
]
