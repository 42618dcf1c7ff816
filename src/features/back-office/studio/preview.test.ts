import { expect, test } from 'vitest'
import type { CourseDetail } from '#features/catalog/courses/courses.contract.ts'
import { renderPreviews } from '#features/catalog/documents/documents.public.ts'
import type { DocumentDetail } from '#features/catalog/documents/documents.contract.ts'
import type { PodcastDetail } from '#features/catalog/podcasts/podcasts.contract.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { loadDemo } from '../../../../test/harness/demo-academy.ts'
import { createPublishedCourse } from '../../../../test/harness/published-course.ts'

const PRODUCTS = '/Academy/api/studio/products/'
const SLUG = 'reading-a-record'

type Owner = Awaited<ReturnType<typeof createPublishedCourse>>['owner']

async function saveFields(owner: Owner, at: string, fields: Record<string, unknown>) {
  const { revision, stands_since } = (await owner.get(at)).body
  const changes = Object.entries(fields).map(([field, to]) => ({ do: 'set', at: field.split('/'), to }))
  return owner.post(`${at}changes/`, { revision, stands_since, changes })
}

/** A product of the demo, its preview, and what publishing its draft does. */
async function academyWithProduct(part: string) {
  const { deps, as, member, pool } = await testAcademy()
  await loadDemo(deps, part)
  const { id, slug } = (await pool.query('select id, slug from products')).rows[0]
  const owner = as(await member({ role: 'owner' }))
  const at = `${PRODUCTS}${id}/`
  const preview = async () => (await owner.get(`${at}preview/`)).body
  const set = async (fields: Record<string, unknown>) => saveFields(owner, at, fields)
  const publish = async () => {
    const { revision } = (await owner.get(at)).body
    expect((await owner.post(`${at}publish/`, { revision, is_on_sale: true })).status).toBe(200)
  }
  return { deps, slug, nurse: as(await member()), set, preview, publish }
}

async function academyWithCourse() {
  const { owner, at, ...course } = await createPublishedCourse()
  const editor = course.as(await course.member({ role: 'editor' }))
  const set = async (fields: Record<string, unknown>, to = at) => saveFields(owner, to, fields)
  return { ...course, at, owner, editor, set }
}

/** Without what only a published course has: addresses of lectures and files, IDs of topics, and the date. */
function withoutIds(course: CourseDetail) {
  return {
    ...course,
    imageURL: null,
    images: [],
    updated_on: '',
    updated_in: '',
    teacher: course.teacher && { ...course.teacher, image_url: null },
    lectures: course.lectures.map((lecture) => ({
      ...lecture,
      id: '',
      sub_lecture: lecture.sub_lecture.map((part) => ({ ...part, id: '' })),
    })),
  }
}

test('the preview of a draft is what visitors get after it is published', async () => {
  const { as, at, owner, editor, set } = await academyWithCourse()
  const saved = await set({
    name: 'Reading Every Record',
    short: 'Find all facts.',
    price: '1299.5',
    description: 'One *invented* record.\n\n| a | b |\n| - | - |\n| 1 | 2 |',
    level: 'Advanced',
    audience: 'Registered nurses.',
    sources: ['Rule 35 | Cornell | https://www.law.cornell.edu/rules/frcp/rule_35', 'https://example.com/a'],
    outcomes: ['Find a fact.', 'Cite it.'],
    common_questions: [{ question: 'Do I need a degree?', reply: '**No.**' }],
    completion_rule: 'lectures_before_exam',
    teacher: { name: 'Ada', credentials: 'RN', license: '', experience: '', portrait: null, text: 'A _nurse_.' },
    approval: {
      approver: 'Board of Example',
      statement: 'Approved by the Board of Example.',
      provider_number: '12345',
      hours: '1.29',
      valid_from: '2020-01-01',
      valid_until: '2099-12-31',
      license: true,
      reasoning: 'Videos.',
    },
    'lectures/first-page/name': '1. The Very First Page',
    'lectures/first-page/description': 'A *short* one.',
    'lectures/first-page/sample': true,
    'examination/draw': '3',
  })
  expect(saved.body).toMatchObject({ revision: 1, findings: [] })
  const before = (await as(undefined).get(`/Academy/api/course/${SLUG}/notAuthenticated/`)).body
  const { status, body } = await editor.get(`${at}preview/`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ podcast: null, document: null })
  expect(body.course.course_full_description_html).toContain('<em>invented</em>')
  expect(body.course.course_name).not.toBe(before.course_name)

  const { revision } = (await owner.get(at)).body
  expect((await owner.post(`${at}publish/`, { revision, is_on_sale: true })).status).toBe(200)
  const after = (await as(undefined).get(`/Academy/api/course/${SLUG}/notAuthenticated/`)).body
  expect(withoutIds(body.course)).toEqual(withoutIds(after))
  expect(after).toMatchObject({ price: '1299.50', questions: 3, contact_hours: '1.2 contact hours' })
  expect(after.study_time).not.toBeNull()
  // Without a draft, the preview shows the published course.
  expect(withoutIds((await editor.get(`${at}preview/`)).body.course)).toEqual(withoutIds(after))
})

/** Without the addresses of its files, which only a published podcast has. */
const withoutFiles = (podcast: PodcastDetail) => ({
  ...podcast,
  image_url: null,
  images: [],
  podcast_audio: null,
  podcast_video: null,
  podcast_captions: null,
  podcast_poster: null,
})

test('the preview of a podcast is what members get after it is published, and says whether they may listen', async () => {
  const { slug, nurse, set, preview, publish } = await academyWithProduct(
    'podcasts/fact-or-opinion-writing-reports-that-hold-up',
  )
  const asMember = async (): Promise<PodcastDetail> => (await nurse.get(`/Academy/api/podcast/${slug}/`)).body
  await set({ name: 'Facts First', short: 'What you saw.', price: '12.5', description: 'An *invented* case.' })
  const { course, document, podcast } = await preview()
  expect([course, document]).toEqual([null, null])
  expect(podcast).toMatchObject({
    podcast_title: 'Facts First',
    price: '12.50',
    podcast_full_description_html: '<p>An <em>invented</em> case.</p>',
    is_for_sale: true,
    podcast_media_id: null,
  })
  expect(podcast.podcast_title).not.toBe((await asMember()).podcast_title)
  await publish()
  expect(withoutFiles(podcast)).toEqual(withoutFiles(await asMember()))

  await set({ price: '0', launch_date: '3/1/2030' })
  const upcoming = (await preview()).podcast
  expect(upcoming).toMatchObject({ is_for_sale: false, launch_date: '2030-03-01', podcast_media_id: null })
  await publish()
  expect(withoutFiles(upcoming)).toEqual(withoutFiles(await asMember()))

  await set({ launch_date: '1/15/2020' })
  const launched = (await preview()).podcast
  expect(launched.podcast_media_id).not.toBeNull()
  await publish()
  expect(withoutFiles(launched)).toEqual(withoutFiles(await asMember()))
})

test('the preview of a document is what visitors get after it is published, with the first pages that are drawn', async () => {
  const { deps, slug, nurse, set, preview, publish } = await academyWithProduct('documents/dme-observer-starter-kit')
  await set({ sample_page: true })
  await publish()
  expect(await renderPreviews(deps)).toBe(3)
  const asMember = async (): Promise<DocumentDetail> => (await nurse.get(`/Academy/api/document/${slug}/`)).body
  await set({ name: 'Kit 2', price: '59', description: '**Bold**', sample_page: false })
  const { course, podcast, document } = await preview()
  expect([course, podcast]).toEqual([null, null])
  expect(document).toMatchObject({ document_title: 'Kit 2', price: '59.00', files: [] })
  const withoutCover = (detail: DocumentDetail) => ({ ...detail, imageURL: null, images: [] })
  expect((await asMember()).inside[0]?.sample_page_url).not.toBeNull()
  await publish()
  const after = await asMember()
  expect(withoutCover(document)).toEqual(withoutCover(after))
  expect(after.inside.map(({ preview_url: url }) => url === null)).toEqual([false, false, true])
})

test('an unfinished draft has a preview, and support and learners have none', async () => {
  const { as, member, owner, set } = await academyWithCourse()
  const { id } = (await owner.post(PRODUCTS, { kind: 'course', name: 'x' })).body
  const at = `${PRODUCTS}${id}/`
  const lecture = { id: 'one', address: '', name: '', description: `${'> '.repeat(30)}deep`, video: null }
  await set({ name: '', price: 'soon', 'teacher/text': 'A nurse.', 'approval/hours': 'many' }, at)
  const { revision, stands_since } = (await owner.get(at)).body
  const changes = [{ do: 'add', at: ['lectures'], item: lecture, after: null }]
  expect((await owner.post(`${at}changes/`, { revision, stands_since, changes })).status).toBe(200)
  expect(await owner.get(`${at}preview/`)).toMatchObject({
    status: 200,
    body: {
      course: {
        course_full_description_html: '',
        course_name: 'Untitled',
        price: '',
        study_time: null,
        questions: 0,
        contact_hours: null,
        teacher: { name: 'Untitled' },
        lectures: [{ lecture_name: 'Untitled', seconds: null }],
        sample: null,
      },
    },
  })
  const document = (await owner.post(PRODUCTS, { kind: 'document', name: 'Kit' })).body
  expect((await owner.get(`${PRODUCTS}${document.id}/preview/`)).body).toMatchObject({
    course: null,
    podcast: null,
    document: { document_title: 'Kit', price: '', document_full_description_html: '', inside: [] },
  })
  const podcast = (await owner.post(PRODUCTS, { kind: 'podcast', name: 'Talk' })).body
  expect((await owner.get(`${PRODUCTS}${podcast.id}/preview/`)).body.podcast).toMatchObject({
    is_for_sale: true,
    price: '',
    launch_date: '',
    podcast_media_id: null,
  })
  for (const role of ['support', 'learner'] as const)
    expect((await as(await member({ role })).get(`${at}preview/`)).status).toBe(404)
  expect((await owner.get(`${PRODUCTS}0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11/preview/`)).status).toBe(404)
})

test('neither previews nor publishes texts whose HTML would be many times longer', async () => {
  const { editor, owner, at, set } = await academyWithCourse()
  // Every address becomes a link.
  const links = 'a@b.c '.repeat(8_500)
  await set({ description: links })
  const { body } = await editor.get(`${at}preview/`)
  expect(body.course.course_full_description_html.length).toBeLessThan(200_000)
  const { revision } = (await owner.get(at)).body
  expect((await owner.post(`${at}publish/`, { revision, is_on_sale: true })).text).toContain(
    'This text is too long with its links and formatting.',
  )
})

test('neither previews nor publishes texts that are too long together', async () => {
  const { editor, owner, at } = await academyWithCourse()
  const description = '& '.repeat(45_000)
  const { revision, stands_since } = (await owner.get(at)).body
  const changes = Array.from({ length: 7 }, (_, n) => ({
    do: 'add',
    at: ['lectures'],
    item: { id: `list-${n}`, address: '', name: `List ${n}`, description: `${description}${n}`, video: null },
    after: null,
  }))
  expect((await owner.post(`${at}changes/`, { revision, stands_since, changes })).status).toBe(200)
  const { status, body } = await editor.get(`${at}preview/`)
  expect([status, body.message]).toEqual([400, expect.stringContaining('too long to be shown together')])
  const saved = (await owner.get(at)).body
  const published = await owner.post(`${at}publish/`, { revision: saved.revision, is_on_sale: true })
  expect(published.text).toContain('makes all texts together too long.')
})
