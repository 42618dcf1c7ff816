import { randomUUID } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createMember } from '#features/people/login/login.public.ts'
import { type Reply, testAcademy } from '../harness/academy.ts'
import { isFullMeasure, timeLimit } from '../harness/measure.ts'
import { PASSWORD } from '../harness/password-member.ts'
import { createPublishedCourse } from '../harness/published-course.ts'
import { MAX_LOOP_BLOCK_MS, measureTypicalLoopBlock } from '../harness/event-loop-block.ts'
import { getListeningUrl, getUploadId, createUploader } from '../harness/uploader.ts'
import { isEveryChange } from '../harness/long-test.ts'

/** Growing sizes, up to the largest that an endpoint accepts. */
const SIZES = isFullMeasure ? [1_000, 10_000, 60_000, 1_000_000] : [1_000, 60_000]
/** Combining marks that need sorting, and nested emphasis. */
const SEGMENTS = isFullMeasure
  ? ['\u0301\u0316', '*a_', '<', '[', '- ', '"', ' a', '&amp;', '|\n']
  : ['\u0301\u0316', '*']

const filled = (segment: string, length: number) => segment.repeat(Math.ceil(length / segment.length)).slice(0, length)

type Course = Awaited<ReturnType<typeof createPublishedCourse>>

/** Each endpoint that accepts text, with its maximum length. */
function callsOf({
  as,
  nurse: member,
  owner,
  at,
  id,
}: Course): Record<string, [maxLength: number, send: (text: string) => Promise<Reply>]> {
  const nurse = as(member)
  const visitor = as(undefined)
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const course = 'reading-a-record'
  return {
    login: [15_000, (text) => visitor.post('/Academy/api/login/', { username: text.slice(0, 900), password: text })],
    code: [15_000, (code) => visitor.post('/Academy/api/login/second-factor/', { token: 'none', code })],
    name: [
      7_000,
      (text) =>
        nurse.post('/Academy/api/account/name/', {
          first_name: text,
          last_name: text.slice(0, 900),
          credentials_after_name: '',
        }),
    ],
    license: [
      15_000,
      (number) => nurse.post('/Academy/api/account/licenses/', { state: 'CA', profession: 'RN', number }),
    ],
    note: [
      15_000,
      (text) =>
        nurse.post(`/Academy/api/course/${course}/lecture/the-first-page/note/`, {
          id: randomUUID(),
          seconds: 1,
          text,
        }),
    ],
    post: [
      30_000,
      (text) =>
        nurse.post(`/Academy/api/take/course/${course}/discussions/ask/`, { id: randomUUID(), title: 'Which?', text }),
    ],
    title: [
      30_000,
      (title) =>
        nurse.post(`/Academy/api/take/course/${course}/discussions/ask/`, { id: randomUUID(), title, text: 'Which?' }),
    ],
    coupon: [15_000, (coupon) => nurse.post('/Academy/api/checkout/price/', { productId: course, coupon })],
    search: [15_000, (words) => nurse.post('/Academy/api/search/', { words })],
    suggestions: [15_000, (words) => nurse.post('/Academy/api/search/suggestions/', { words })],
    members: [15_000, (words) => owner.post('/Academy/api/studio/members/', { words, since: null, until: null })],
    orders: [15_000, (words) => owner.post('/Academy/api/studio/orders/', { words, since: null, until: null })],
    description: [
      500_000,
      async (to) => {
        const { revision, stands_since } = (await owner.get(at)).body
        return owner.post(`${at}changes/`, {
          revision,
          stands_since,
          changes: [{ do: 'set', at: ['description'], to }],
        })
      },
    ],
    'text of the site': [
      120_000,
      (markdown) => owner.post('/Academy/api/studio/site/preview/', { what: 'founder', markdown }),
    ],
    people: [
      90_000,
      (text) =>
        owner.post('/Academy/api/studio/enrolments/', {
          product: course,
          why: 'A class',
          content: base64(`email,name\n${text}`),
          only_check: true,
        }),
    ],
    questions: [
      500_000,
      (text) => owner.post('/Academy/api/studio/question-files/', { name: 'a.gift', content: base64(text) }),
    ],
    'a table of questions': [
      500_000,
      (text) => owner.post('/Academy/api/studio/question-files/', { name: 'a.csv', content: base64(text) }),
    ],
    agent: [
      12_000,
      (text) => visitor.get(`/Academy/api/course/${id}/`, { 'user-agent': encodeURIComponent(text).slice(0, 12_000) }),
    ],
  }
}

test.skipIf(isEveryChange)(
  'no text blocks the process or causes a server error',
  async () => {
    const course = await createPublishedCourse()
    const wrong: string[] = []
    for (const [name, [maxLength, send]] of Object.entries(callsOf(course))) {
      await send('a')
      for (const segment of SEGMENTS) {
        for (const size of [...SIZES.filter((length) => length < maxLength), maxLength]) {
          await course.pool.query('delete from throttles')
          let status = 0
          const turn = await measureTypicalLoopBlock(async () => {
            status = (await send(filled(segment, size))).status
          })
          if (turn > MAX_LOOP_BLOCK_MS)
            wrong.push(`${name}: ${size} of ${JSON.stringify(segment)} held the process for ${Math.round(turn)} ms`)
          if (status >= 500 || status === 429)
            wrong.push(`${name}: ${size} of ${JSON.stringify(segment)} was answered ${status}`)
        }
      }
    }
    expect(wrong).toEqual([])
  },
  timeLimit(300),
)

const VTT = 'WEBVTT\n\n'
const cues = (count: number) => VTT + '00:00.000 --> 00:01.000\nA.\n\n'.repeat(count)
const word = (xml: string) => zipSync({ 'word/document.xml': strToU8(xml) })
const svg = (inside: string) => strToU8(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${inside}</svg>`)

/** Files of each kind by length. */
const FILES: [use: string, name: string, content: (length: number) => Uint8Array][] = [
  ['captions', 'a.vtt', (length) => strToU8(`${VTT}00:00.000 --> 00:01.000\n${filled('<', length)}`)],
  ['captions', 'a.vtt', (length) => strToU8(cues(length / 30))],
  ['captions', 'a.srt', (length) => strToU8(`1\n00:00:00,000 --> 00:00:01,000\n${filled('{\\', length)}`)],
  ['captions', 'a.srt', (length) => strToU8(filled('1\n00:00:00,000 --> 00:00:01,000\nA.\n\n', length))],
  ['handout', 'a.docx', (length) => word(filled('<w:p ', length))],
  ['handout', 'a.docx', (length) => word(`<w:p>${filled('<w:t>a</w:t>', length)}</w:p>`)],
  ['handout', 'a.pdf', (length) => strToU8(`%PDF-1.7\n${filled('1 0 obj\n<<', length)}`)],
  ['picture', 'a.svg', (length) => svg(filled('<use ', length))],
  ['picture', 'a.svg', (length) => svg(`${filled('<g>', length)}`)],
  ['audio', 'a.mp3', (length) => strToU8(filled('\u00ff\u00fb', length))],
  [
    'video',
    'a.mp4',
    (length) => strToU8(`\u0000\u0000\u0000\u0018ftypisom${filled('\u0000\u0000\u0000\u0008moov', length)}`),
  ],
]

test(
  'no file blocks the process, and each is stored or rejected with a message',
  async () => {
    const course = await createPublishedCourse()
    const editor = await course.member({ role: 'editor' })
    const send = createUploader(await getListeningUrl(course.app), editor.token)
    await send.send({ use: 'captions', name: 'a.vtt', content: strToU8(cues(1)) })
    const wrong: string[] = []
    for (const [place, [use, name, content]] of FILES.entries()) {
      for (const size of isFullMeasure ? [1_000, 10_000, 100_000, 900_000] : [900_000]) {
        let body: { state?: string; wrong?: string; code?: string } = {}
        const turn = await measureTypicalLoopBlock(async () => {
          body = (await send.send({ use, name, content: content(size) })).body
        })
        if (turn > MAX_LOOP_BLOCK_MS)
          wrong.push(`${name} ${place}: ${size} letters held the process for ${Math.round(turn)} ms`)
        if (body.state !== 'stored' && !body.wrong)
          wrong.push(`${name} ${place}: ${size} letters were answered ${JSON.stringify(body).slice(0, 100)}`)
      }
    }
    expect(wrong).toEqual([])
  },
  timeLimit(300),
)

test('a small Word file that unpacks to half a million unclosed tags does not delay other uploads', async () => {
  const { app, member } = await testAcademy()
  const [ann, ben] = [await member({ role: 'editor' }), await member({ role: 'editor' })]
  const url = await getListeningUrl(app)
  const content = word('<'.repeat(500_000))
  expect(content.byteLength).toBeLessThan(1_000)
  const uploads = createUploader(url, ann.token)
  const id = getUploadId(await uploads.begin({ use: 'handout', name: 'a.docx', bytes: content.byteLength }))
  await uploads.sendChunk(id, 0, content)
  const first = uploads.finish(id)
  const next = await createUploader(url, ben.token).send({ use: 'captions', name: 'a.vtt', content: strToU8(cues(1)) })
  expect(next.body).toMatchObject({ state: 'stored' })
  expect((await first).status).toBe(200)
})

test.skipIf(isEveryChange)(
  'a login is answered while texts are rendered, and the sender of a text that takes too long gets an error',
  async () => {
    const { as, app, deps, member, purchase, id } = await createPublishedCourse()
    const names = { username: 'nora', email: 'nora@example.com', firstName: '', lastName: '', role: 'learner' as const }
    await createMember(deps, { ...names, password: PASSWORD, isVerified: true })
    const senders = await Promise.all(Array.from({ length: 4 }, () => member()))
    for (const sender of senders) await purchase(sender.id, id)
    const order: string[] = []
    const ask = async (sender: (typeof senders)[number]) => {
      const text = filled('*a_', 9_999)
      const url = '/Academy/api/take/course/reading-a-record/discussions/ask/'
      const reply = await as(sender).post(url, { id: randomUUID(), title: 'Which?', text })
      order.push('text')
      return reply
    }
    const asked = Promise.all(senders.map(ask))
    const login = await app.inject({
      method: 'POST',
      url: '/Academy/api/login/',
      payload: { username: 'nora', password: PASSWORD },
    })
    order.push('login')
    expect(login.statusCode).toBe(200)
    for (const { status, text } of await asked) {
      expect(status).toBe(400)
      expect(text).toContain('takes too long')
    }
    // Four texts take a second of processor time each: the login does not wait for the later ones.
    expect(order.indexOf('login')).toBeLessThan(senders.length)
  },
  timeLimit(300),
)
