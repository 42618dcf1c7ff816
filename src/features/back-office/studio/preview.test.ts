import { expect, test } from 'vitest'
import type { CourseDetail } from '#features/catalog/courses/courses.contract.ts'
import { createPublishedCourse } from '../../../../test/harness/published-course.ts'

const PRODUCTS = '/Academy/api/studio/products/'
const SLUG = 'reading-a-record'

async function academyWithCourse() {
  const { owner, at, ...course } = await createPublishedCourse()
  const editor = course.as(await course.member({ role: 'editor' }))
  const set = async (fields: Record<string, unknown>, to = at) => {
    const { revision, stands_since } = (await owner.get(to)).body
    const changes = Object.entries(fields).map(([field, to]) => ({ do: 'set', at: field.split('/'), to }))
    return owner.post(`${to}changes/`, { revision, stands_since, changes })
  }
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
  expect(body.html).toContain('<em>invented</em>')
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
      html: '',
      course: {
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
  expect((await owner.get(`${PRODUCTS}${document.id}/preview/`)).body).toEqual({ html: '', course: null })
  for (const role of ['support', 'learner'] as const)
    expect((await as(await member({ role })).get(`${at}preview/`)).status).toBe(404)
  expect((await owner.get(`${PRODUCTS}0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11/preview/`)).status).toBe(404)
})
