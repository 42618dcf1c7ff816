import { describe, expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { loadDemo } from '../../../../test/harness/demo-academy.ts'
import { demoPrice } from '../../../../test/harness/demo-prices.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { getCardKind } from './podcasts.rules.ts'

const LIST = '/Academy/api/podcasts/'
const detail = (slug: string) => `/Academy/api/podcast/${slug}/`
const SECRETS = /\/media\/|signature=|\.mp3|\.mp4|\.vtt|Said in|sound of/

test('saves an episode without captions', async () => {
  const { pool, podcast } = await testAcademy()
  const { id } = await podcast()
  await pool.query(`delete from episode_file_names`)
  await pool.query(`update podcasts set captions_file_id = null where product_id = $1`, [id])
  const { rows } = await pool.query('select is_captions from episode_file_names')
  expect(rows).toEqual([{ is_captions: false }])
})

describe('list', () => {
  test('shows published podcasts in order, free and paid, with covers', async () => {
    const { deps, as, podcast } = await testAcademy()
    await loadDemo(deps)
    await podcast({ isPublished: false })

    const { status, body, text } = await as(undefined).get(LIST)

    expect(status).toBe(200)
    expect(
      body.map((item: Record<string, unknown>) => [item['is_for_sale'], item['price'], item['launch_date']]),
    ).toEqual([
      [false, '0.00', '2026-01-15'],
      [false, '0.00', '2026-02-12'],
      [true, demoPrice('podcasts/fact-or-opinion-writing-reports-that-hold-up'), '2026-03-12'],
      [true, demoPrice('podcasts/when-the-room-goes-wrong-three-fictional-exams-debriefed'), '2026-04-09'],
    ])
    expect(body[0]).toMatchObject({
      id_: 'what-is-a-defense-medical-exam-a-short-primer-for-nurses',
      podcast_title: 'What Is a Defense Medical Exam? A Short Primer for Nurses',
      podcast_full_description: expect.stringContaining('plain-language introduction'),
      is_purchased: false,
      podcast_audio: null,
      podcast_video: null,
    })
    expect(body[0].image_url).toMatch(/^\/images\/[0-9a-f-]{36}\/cover-800\.webp$/)
    expect(body[0].images).toHaveLength(6)
    expect(text).not.toMatch(SECRETS)
    expect((await as(undefined).get('/Academy/api/podcasts')).body).toEqual(body)
  })

  test('shows what is owned with a token, and notices a refund and an expired token', async () => {
    const { member, podcast, purchase, as, withToken, pool } = await testAcademy()
    const [nurse, other] = [await member(), await member()]
    const { id } = await podcast()
    await purchase(nurse.id, id)
    const readPodcast = async (who: typeof nurse | undefined) => {
      const [{ is_purchased: isPurchased, podcast_audio: sound }] = (await as(who).get(LIST)).body
      return [isPurchased, sound]
    }
    expect(await readPodcast(nurse)).toEqual([true, expect.stringMatching(/^\/media\/.+signature=/)])
    expect(await readPodcast(other)).toEqual([false, null])
    expect(await readPodcast(undefined)).toEqual([false, null])
    await pool.query(`update purchases set state = 'refunded'`)
    expect(await readPodcast(nurse)).toEqual([false, null])
    expect((await withToken('x'.repeat(43)).get(LIST)).status).toBe(401)
  })

  test('takes at most three statements, for one podcast and for thirty', async () => {
    const { member, podcast, as } = await testAcademy()
    const nurse = await member()
    for (const wanted of [1, 30]) {
      for (let made = (await as(undefined).get(LIST)).body.length; made < wanted; made += 1) await podcast()
      const asVisitor = await countStatements(async () => void (await as(undefined).get(LIST)))
      const asMember = await countStatements(async () => void (await as(nurse).get(LIST)))
      expect([wanted, asVisitor, asMember]).toEqual([wanted, 2, 3])
    }
  })

  test('uses the poster when there is no cover', async () => {
    const { pool, podcast, file, as } = await testAcademy()
    const { id } = await podcast()
    const poster = await file('poster.webp', 'image/webp', 'a picture')
    expect((await as(undefined).get(LIST)).body[0].image_url).toBeNull()
    await pool.query('update podcasts set poster_file_id = $1 where product_id = $2', [poster.id, id])
    // A poster that is not public is not shown.
    expect((await as(undefined).get(LIST)).body[0].image_url).toBeNull()
    await pool.query('update files set is_public = true where id = $1', [poster.id])
    expect((await as(undefined).get(LIST)).body[0].image_url).toBe(`/images/${poster.id}/poster.webp`)
  })
})

test.each([
  [{ isForSale: true, isPurchased: true }, 'Purchased', 'View Podcast'],
  [{ isForSale: true, isPurchased: false }, '$9.99', 'Buy Podcast'],
  [{ isForSale: false, isPurchased: false }, 'Date Launch: ', 'View Podcast'],
  [{ isForSale: false, isPurchased: true }, 'Date Launch: ', 'View Podcast'],
])('shows %j as %s with %s on its card', (podcast, state, action) => {
  expect(getCardKind({ ...podcast, price: '9.99' })).toEqual({ state, action })
})

describe('detail', () => {
  test('plays a free podcast for every member, with captions', async () => {
    const { member, podcast, as } = await testAcademy()
    const nurse = await member()
    const { slug } = await podcast({ isForSale: false })
    const { status, body } = await as(nurse).get(detail(slug))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id_: slug,
      is_for_sale: false,
      is_purchased: false,
      podcast_short_description: 'In short.',
      podcast_full_description: 'At **length**.',
      podcast_full_description_html: '<p>At <strong>length</strong>.</p>',
      podcast_video: null,
    })
    const sound = await as(undefined).get(body.podcast_audio)
    expect([sound.status, sound.text]).toEqual([200, `sound of ${slug}`])
    expect((await as(undefined).get(body.podcast_captions)).status).toBe(200)
  })

  test('plays a free podcast from its launch date on, in the time zone of the academy', async () => {
    const { member, podcast, as, pool, setTime } = await testAcademy()
    setTime(new Date('2026-06-01T12:00:00Z'))
    await pool.query(`insert into site_settings (settings) values ('{"time_zone": "America/New_York"}')`)
    const nurse = await member()
    const { id, slug } = await podcast({ isForSale: false })
    const { body } = await as(nurse).get(detail(slug))
    await pool.query(`update podcasts set launch_date = '2026-06-02' where product_id = $1`, [id])
    setTime(new Date('2026-06-02T03:00:00Z'))
    expect((await as(nurse).get(detail(slug))).text).not.toMatch(SECRETS)
    expect((await as(nurse).get(LIST)).text).not.toMatch(SECRETS)
    for (const address of [body.podcast_audio, body.podcast_captions])
      expect((await as(nurse).get(address)).status).toBe(404)
    setTime(new Date('2026-06-02T05:00:00Z'))
    const launched = (await as(nurse).get(detail(slug))).body
    expect((await as(nurse).get(launched.podcast_audio)).status).toBe(200)
  })

  test('returns nothing playable or readable of a paid podcast before it is bought, and everything after', async () => {
    const { member, podcast, purchase, as, pool } = await testAcademy()
    const [nurse, other] = [await member(), await member()]
    const { id, slug } = await podcast({ kind: 'video' })

    const before = await as(nurse).get(detail(slug))
    expect(before.body).toMatchObject({
      is_purchased: false,
      podcast_audio: null,
      podcast_video: null,
      podcast_captions: null,
    })
    expect(before.text).not.toMatch(SECRETS)

    await purchase(nurse.id, id, 'pending')
    expect((await as(nurse).get(detail(slug))).text).not.toMatch(SECRETS)

    await pool.query(`update purchases set state = 'paid', paid_at = now(), payment_intent_id = 'pi_1'`)
    const { body } = await as(nurse).get(detail(slug))
    expect(body).toMatchObject({ is_purchased: true, podcast_audio: null })
    expect((await as(undefined).get(body.podcast_captions)).text).toContain(`Said in ${slug}.`)
    expect((await as(undefined).get(body.podcast_video)).text).toBe(`sound of ${slug}`)
    expect((await as(other).get(detail(slug))).text).not.toMatch(SECRETS)

    await pool.query(`update purchases set state = 'disputed'`)
    const disputed = await as(nurse).get(detail(slug))
    expect(disputed.body).toMatchObject({ is_purchased: false, is_disputed: true })
    expect(disputed.text).not.toMatch(SECRETS)
    expect((await as(other).get(detail(slug))).body.is_disputed).toBe(false)

    await pool.query(`update purchases set state = 'refunded'`)
    expect((await as(nurse).get(detail(slug))).text).not.toMatch(SECRETS)
    expect((await as(undefined).get(body.podcast_video)).status).toBe(404)
  })

  test('is for members; answers not found for missing and unpublished podcasts, except for their owner', async () => {
    const { member, podcast, course, purchase, as } = await testAcademy()
    const nurse = await member()
    const [open, hidden, ethics] = [await podcast(), await podcast({ isPublished: false }), await course()]
    expect((await as(undefined).get(detail(open.slug))).status).toBe(401)
    for (const id of [hidden.slug, open.id, ethics.slug, 'nothing', '%00', "' or 1=1"]) {
      const { status, body } = await as(nurse).get(detail(encodeURIComponent(id)))
      expect([id, status, body]).toEqual([id, 404, { code: 'not_found', message: 'Podcast not found.' }])
    }
    await purchase(nurse.id, hidden.id)
    expect((await as(nurse).get(detail(hidden.slug))).body.podcast_audio).toMatch(/^\/media\//)
  })
})
