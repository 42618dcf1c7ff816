import { expect, test } from 'vitest'
import { siteSettings } from '#db/tables/site.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { loadDemo } from '../../../../test/harness/demo-academy.ts'
import { demoPrice } from '../../../../test/harness/demo-prices.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

test('lists published courses in order, with covers and decimal prices', async () => {
  const { deps, course, as } = await testAcademy()
  await loadDemo(deps)
  await course({ title: 'Not yet', isPublished: false })

  const { status, body } = await as(undefined).get('/Academy/api/courses/')

  expect(status).toBe(200)
  expect(body.map((item: { id_: string; price: string }) => [item.id_, item.price])).toEqual(
    [
      'defense-medical-exam-training',
      'defense-medical-exam-observation-practice',
      'unethical-defense-medical-exam-challenges',
    ].map((slug) => [slug, demoPrice(`courses/${slug}`)]),
  )
  expect(body[0].image_url).toMatch(/^\/images\/[0-9a-f-]{36}\/cover-800\.webp$/)
  expect(body[0].images).toHaveLength(6)
  expect((await as(undefined).get('/Academy/api/courses')).body).toEqual(body)
})

test("lists the operator's chosen courses on sale as popular, in that order, or else the first three, and no others", async () => {
  const { course, as, db, pool } = await testAcademy()
  const slugs = async (list: 'courses' | 'courses/popular') =>
    (await as(undefined).get(`/Academy/api/${list}/`)).body.map(({ id_ }: { id_: string }) => id_)
  const popular = () => slugs('courses/popular')
  expect(await popular()).toEqual([])
  for (const title of ['One', 'Two', 'Three', 'Four', 'Defense Medical Exam Training']) await course({ title })
  expect(await popular()).toEqual((await slugs('courses')).slice(0, 3))
  await db.insert(siteSettings).values({ settings: { popular_courses: ['two', 'nothing', 'four'] } })
  expect(await popular()).toEqual(['two', 'four'])
  expect(await countStatements(async () => void (await popular()))).toBeLessThanOrEqual(3)
  await pool.query(`update products set published_at = null where slug in ('two', 'four')`)
  expect(await popular()).toEqual((await slugs('courses')).slice(0, 3))
})

test('lists courses in two statements for one course and for forty', async () => {
  const { course, as } = await testAcademy()
  const shelf = () => as(undefined).get('/Academy/api/courses/')
  const counted = () => countStatements(async () => void (await shelf()))

  await course()
  expect(await counted()).toBe(2)

  for (let made = 1; made < 40; made += 1) await course({ lectures: 0, questions: 0 })
  expect((await shelf()).body).toHaveLength(40)
  expect(await counted()).toBe(2)
})

test('shows what a course contains without an address of anything paid', async () => {
  const { deps, as } = await testAcademy()
  await loadDemo(deps)

  const { body, text } = await as(undefined).get('/Academy/api/course/defense-medical-exam-training/notAuthenticated/')

  expect(body).toMatchObject({
    id_: 'defense-medical-exam-training',
    course_name: 'Defense Medical Exam Training',
    price: demoPrice('courses/defense-medical-exam-training'),
    currency: 'usd',
    level: 'Foundation',
    isPurchased: false,
  })
  expect(body.course_full_description_html).toMatch(/^<p>A defense medical exam/)
  expect(body.study_seconds).toBeGreaterThan(300)
  expect(body.lectures).toHaveLength(5)
  expect(body.lectures[1]).toMatchObject({
    id: 'the-rules-that-shape-the-exam',
    lecture_name: '2. The Rules That Shape the Exam',
    attachments: [
      { file_name: 'Reading the Demand, Notice or Order (PDF)', file_url: null },
      { file_name: 'Observer and Recording Rules: Why You Must Ask (PDF)', file_url: null },
    ],
  })
  expect(body.lectures[1].sub_lecture[0].sub_lecture_title).toBe('Demand, notice, stipulation or court order')
  expect(text).not.toMatch(/\/media\/|\.mp4|signature/)
})

test('shows a member whether they own the course, until a refund', async () => {
  const { member, course, purchase, as, pool } = await testAcademy()
  const nurse = await member()
  const other = await member()
  const ethics = await course()
  const url = `/Academy/api/course/${ethics.slug}/`
  expect((await as(nurse).get(url)).body.isPurchased).toBe(false)

  await purchase(nurse.id, ethics.id)
  expect((await as(nurse).get(url)).body.isPurchased).toBe(true)
  expect((await as(other).get(url)).body.isPurchased).toBe(false)
  expect((await as(nurse).get(`${url}notAuthenticated/`)).body.isPurchased).toBe(false)

  await pool.query(`update purchases set state = 'disputed'`)
  expect((await as(nurse).get(url)).body).toMatchObject({ isPurchased: false, isDisputed: true })
  expect((await as(other).get(url)).body.isDisputed).toBe(false)
  await pool.query(
    `insert into grants (member_id, product_id, reason) select member_id, product_id, 'kept open' from purchases`,
  )
  expect((await as(nurse).get(url)).body).toMatchObject({ isPurchased: true, isDisputed: false })

  await pool.query(`delete from grants`)
  await pool.query(`update purchases set state = 'refunded'`)
  expect((await as(nurse).get(url)).body).toMatchObject({ isPurchased: false, isDisputed: false })
})

test('answers not found for a missing or unpublished course, and asks a visitor to log in for the member view', async () => {
  const { member, course, as } = await testAcademy()
  const nurse = await member()
  const hidden = await course({ isPublished: false })
  for (const id of ['nothing', hidden.slug, hidden.id, '%00', "x' or 1=1"]) {
    const { status, body } = await as(nurse).get(`/Academy/api/course/${encodeURIComponent(id)}/`)
    expect([status, body]).toEqual([404, { code: 'not_found', message: 'Course not found.' }])
  }
  expect((await as(undefined).get(`/Academy/api/course/${hidden.slug}/`)).status).toBe(401)
  expect((await as(undefined).get(`/Academy/api/course/${'x'.repeat(201)}/notAuthenticated/`)).status).toBe(400)
})
