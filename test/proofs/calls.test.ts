import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { members } from '#db/tables/members.ts'
import { testAcademy } from '../harness/academy.ts'
import { unique } from '../harness/builders.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../harness/card-browser.ts'
import { submitExam } from '../harness/submit-exam.ts'

// Every request in the specification, as its client makes it: method, path, body, and the parts of the response that it
// reads.

const text = expect.any(String)
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const price = expect.stringMatching(/^\d+\.\d{2}$/)
const picture = null
const each = (item: Record<string, unknown>) => expect.arrayContaining([expect.objectContaining(item)])

const LECTURE = {
  id: text,
  lecture_name: 'Lecture 1',
  lecture_description: 'About the exam.',
  sub_lecture: each({ id: text, sub_lecture_title: 'First part' }),
  attachments: expect.any(Array),
}
const COURSE = {
  imageURL: picture,
  course_name: text,
  course_short_description: 'In short.',
  course_full_description: 'At **length**.',
  price,
  isPurchased: expect.any(Boolean),
  lectures: each(LECTURE),
}
const PODCAST = {
  id_: text,
  image_url: picture,
  podcast_title: text,
  podcast_short_description: 'In short.',
  podcast_full_description: 'At **length**.',
  is_for_sale: expect.any(Boolean),
  is_purchased: expect.any(Boolean),
  price,
  launch_date: '2026-01-15',
}
const DOCUMENT = {
  id_: text,
  imageURL: picture,
  document_title: text,
  document_short_description: 'In short.',
  price,
  document_full_description: 'At **length**.',
  isPurchased: expect.any(Boolean),
  files: expect.any(Array),
}
const INTENT = { clientSecret: text, myDocsID: uuid }
const SETTLED = { response: 'SUCCESS', message: text }

type Made = Awaited<ReturnType<typeof school>>
type Row = {
  call: string
  token?: false
  body?: (made: Made) => unknown
  answer: unknown
  /** Path parameters that only this request needs. */
  open?: (made: Made) => Promise<Record<string, string>>
}

const registration = () => {
  const username = unique('nora')
  return {
    first_name: 'Nora',
    last_name: '',
    email: `${username}@example.com`,
    username,
    password: 'lamp-at-midnight',
    confirm_password: 'lamp-at-midnight',
  }
}

const CALLS: Row[] = [
  {
    call: 'POST /Academy/api/login/',
    token: false,
    body: ({ account }) => ({ username: account.username, password: account.password }),
    answer: { token: text },
  },
  { call: 'POST /Academy/api/register/', token: false, body: registration, answer: { email: text } },
  { call: 'POST /Academy/api/resend-verification/{stranger}/', token: false, answer: { message: text } },
  {
    call: 'GET /Academy/api/courses/',
    token: false,
    answer: each({ id_: text, image_url: picture, course_name: text, course_short_description: 'In short.', price }),
  },
  { call: 'GET /Academy/api/course/{course}/', answer: { ...COURSE, isPurchased: true } },
  {
    call: 'GET /Academy/api/course/{course}/notAuthenticated/',
    token: false,
    answer: { ...COURSE, isPurchased: false },
  },
  {
    call: 'GET /Academy/api/MyAcademy/',
    answer: each({
      id_: text,
      course_name: text,
      course_short_description: 'In short.',
      imageURL: picture,
      title: text,
    }),
  },
  {
    call: 'GET /Academy/api/take/course/{course}/',
    answer: {
      id: text,
      lectureProgress: 0,
      imageURL: picture,
      course_name: text,
      course_short_description: 'In short.',
      course_full_description: 'At **length**.',
      lectures: each(LECTURE),
    },
  },
  { call: 'GET /Academy/api/course/{course}/lecture/lecture-1/', answer: { ...LECTURE, videoURL: null } },
  {
    call: 'POST /Academy/api/course/{course}/lecture/lecture-1/update/progress/',
    answer: { lectureProgress: 50 },
  },
  {
    call: 'POST /Academy/create-payment-intent/',
    body: ({ wantedCourse }) => ({ courseId: wantedCourse.slug }),
    answer: INTENT,
  },
  {
    call: 'POST /Academy/api/myAcademy/payment/{myDocsID}/{paymentIntentId}/',
    open: ({ pay, wantedCourse }) => pay('/Academy/create-payment-intent/', wantedCourse.slug),
    answer: SETTLED,
  },
  {
    call: 'GET /Academy/api/course/examination/{course}/',
    token: false,
    answer: { title: text, questions: each({ question: text, options: ['right', 'wrong', 'other'], answer: null }) },
  },
  {
    call: 'POST /Academy/api/course/examination/submit/score/',
    body: ({ course, answers }) => ({ exam_id: course.slug, score: 10, total: 10, answers }),
    // The specification's request names no exam attempt, so the score is stored but never passes.
    answer: { score: 10, total: 10, percentage: 100, passed: false },
  },
  {
    call: 'POST /Academy/api/course/examination/request/certificate/{course}/',
    open: async ({ asNurse, course, answers }) => {
      await submitExam(asNurse, course.slug, answers)
      return {}
    },
    body: ({ course }) => ({ exam_id: course.slug }),
    answer: { message: 'SUCCESS' },
  },
  {
    call: 'GET /Academy/api/podcasts/',
    token: false,
    answer: each({ ...PODCAST, podcast_audio: null, podcast_video: null }),
  },
  {
    call: 'GET /Academy/api/podcast/{podcast}/',
    answer: {
      ...PODCAST,
      podcast_audio: expect.stringMatching(/^\/media\//),
      podcast_video: null,
    },
  },
  {
    call: 'POST /Academy/api/create-payment-podcast/',
    body: ({ wantedPodcast }) => ({ courseId: wantedPodcast.slug }),
    answer: INTENT,
  },
  {
    call: 'POST /Academy/api/podcast/payment/{myDocsID}/{paymentIntentId}/',
    open: ({ pay, wantedPodcast }) => pay('/Academy/api/create-payment-podcast/', wantedPodcast.slug),
    answer: SETTLED,
  },
  { call: 'GET /Academy/api/Documents/', token: false, answer: each(DOCUMENT) },
  { call: 'GET /Academy/api/document/{document}/', token: false, answer: DOCUMENT },
  { call: 'GET /Academy/api/MyDocuments/', answer: each(DOCUMENT) },
  {
    call: 'GET /Academy/api/mydocument/{document}/',
    answer: { ...DOCUMENT, files: each({ fileName: 'Worksheet (PDF)', fileURL: text }) },
  },
  {
    call: 'POST /Academy/api/create-payment-document/',
    body: ({ wantedDocument }) => ({ courseId: wantedDocument.slug }),
    answer: INTENT,
  },
  {
    call: 'POST /Academy/api/documents/payment/{myDocsID}/{paymentIntentId}/',
    open: ({ pay, wantedDocument }) => pay('/Academy/api/create-payment-document/', wantedDocument.slug),
    answer: SETTLED,
  },
]

/** A member who owns one product of each kind and can buy another of each kind. */
async function school() {
  const academy = await testAcademy()
  const { as, db, emulator } = academy
  const nurse = await academy.member()
  const [course, podcast, document] = [await academy.course(), await academy.podcast(), await academy.document()]
  for (const { id } of [course, podcast, document]) await academy.purchase(nurse.id, id)
  const account = registration()
  await as(undefined).post('/Academy/api/register/', account)
  await db.update(members).set({ emailVerifiedAt: new Date() }).where(eq(members.username, account.username))
  const asNurse = as(nurse)
  return {
    as,
    asNurse,
    nurse,
    account,
    course,
    answers: course.questions.map(({ id, right }) => ({ question_id: id, answer: right })),
    places: { course: course.slug, podcast: podcast.slug, document: document.slug },
    wantedCourse: await academy.course(),
    wantedPodcast: await academy.podcast(),
    wantedDocument: await academy.document(),
    /** Opens the payment and pays with a card that succeeds. */
    async pay(address: string, courseId: string) {
      const { body } = await asNurse.post(address, { courseId })
      await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
      return { myDocsID: body.myDocsID as string, paymentIntentId: getIntentId(body.clientSecret) }
    },
  }
}

describe('the calls of the specification', () => {
  test.each(CALLS)('$call', async ({ call, token, body, answer, open }) => {
    const made = await school()
    const places: Record<string, string> = { ...made.places, ...(await open?.(made)) }
    const [method, template = ''] = call.split(' ')
    const send = (caller: ReturnType<typeof made.as>, change: (address: string) => string) => {
      const address = change(
        template
          .replace('{stranger}', encodeURIComponent(`${unique('s')}@example.com`))
          .replace(/\{(\w+)\}/g, (_, place: string) => places[place] ?? ''),
      )
      return method === 'GET' ? caller.get(address) : caller.post(address, body?.(made))
    }
    const slash = (address: string) => address
    const noSlash = (address: string) => address.replace(/\/$/, '')

    const caller = token === false ? made.as(undefined) : made.asNurse
    for (const spelling of [slash, noSlash]) {
      const reply = await send(caller, spelling)
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
      expect({ body: reply.body }).toMatchObject({ body: answer })
      if (token === false) continue
      expect(await send(made.as(undefined), spelling)).toMatchObject({
        status: 401,
        body: { code: 'sign_in_required' },
      })
    }
  })
})
