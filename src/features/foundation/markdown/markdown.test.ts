import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { siteSettings } from '#db/tables/site.ts'
import { renderSiteTexts } from '#features/foundation/site/site.public.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import { readRendered, renderStored, saveRendered } from './markdown.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

// This text takes more than a second of CPU time to render.
const SLOW = '*a_'.repeat(10_000)

test(
  'rejects a text that takes too long when saving, and shows a stored one as typed',
  { timeout: 120_000 },
  async () => {
    const { course, as, db, pool } = await testAcademy()
    await expect(saveRendered(db, [toDocumentMarkdown(SLOW)])).rejects.toThrow(/takes too long to process/)

    const { slug, id } = await course()
    await pool.query('update products set full_description = $2 where id = $1', [id, SLOW])
    const before = process.threadCpuUsage()
    const page = await as(undefined).get(`/Academy/api/course/${slug}/notAuthenticated/`)
    expect(page.status).toBe(200)
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000)
    expect(JSON.stringify(page.body)).toContain(`<p>${SLOW.slice(0, 60)}`)
    // The fallback is stored, so that no later request waits for this text.
    await expect.poll(async () => (await pool.query('select key from rendered_markdown')).rows).toHaveLength(1)
  },
)

test('renders texts stored by an older version in a job and deletes HTML of removed ones', async () => {
  const { course, as, db, pool } = await testAcademy()
  const { slug, id, lectures } = await course()
  await pool.query(`update products set full_description = 'About ~5~10 **minutes**.' where id = $1`, [id])
  await pool.query(`update lectures set description = E'One.\n\nTwo, and:\n- a\n- b' where id = $1`, [lectures[0]?.id])
  await renderStored(db, [])
  await renderStored(db, [])
  expect((await pool.query('select key from rendered_markdown')).rows).toHaveLength(2)
  const { body } = await as(undefined).get(`/Academy/api/course/${slug}/notAuthenticated/`)
  expect(body).toMatchObject({
    course_full_description_html: '<p>About ~5~10 <strong>minutes</strong>.</p>',
    lectures: [{ lecture_description_html: '<p>One.</p>\n<p>Two, and:</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>' }, {}],
  })
  await pool.query(`update products set full_description = 'Plain.' where id = $1`, [id])
  await pool.query(`update rendered_markdown set rendered_at = now() - interval '2 days'`)
  await renderStored(db, [])
  expect((await pool.query('select key from rendered_markdown')).rows).toHaveLength(1)
})

test.skipIf(isEveryChange)('renders policies again when a setting they contain changes', async () => {
  const { as, db, pool } = await testAcademy()
  await db.insert(siteSettings).values({ settings: { refund_days: 21 } })
  await renderSiteTexts(db)
  const stored = async () =>
    (await pool.query<{ html: string }>('select rendered::text as html from rendered_markdown')).rows.map(
      ({ html }) => html,
    )
  expect((await stored()).filter((html) => html.includes('within 21 days of your purchase'))).toHaveLength(1)
  const terms = await as(undefined).get('/Academy/api/site/policies/terms/')
  expect(JSON.stringify(terms.body)).toContain('within 21 days of your purchase')
  expect(await stored()).toHaveLength(2)
  expect((await readRendered(db, []))(toDocumentMarkdown('<b>')).html).toBe('<p>&lt;b&gt;</p>')
})
