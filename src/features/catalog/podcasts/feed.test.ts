import { parseFeed } from 'podcast-partytime'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { loadDemo } from '../../../../test/harness/demo-academy.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { siteSettings } from '#db/tables/site.ts'

const FEED = '/feed/podcasts.xml'

/** Parses a feed as Podcast Index does. */
function read(xml: string) {
  const feed = parseFeed(xml)
  if (!feed) throw new Error('this is no podcast feed')
  return feed
}

test('lists free episodes, newest first, with everything directories require', async () => {
  const { deps, db, as } = await testAcademy()
  await db
    .insert(siteSettings)
    .values({ settings: { email: 'hello@academy.example.com', podcast_hosts: ['Dana Demo'] } })
  await loadDemo(deps, 'podcasts/eyes-ears-watch-the-observers-three-tools')
  await loadDemo(deps, 'podcasts/what-is-a-defense-medical-exam-a-short-primer-for-nurses')
  await loadDemo(deps, 'podcasts/fact-or-opinion-writing-reports-that-hold-up')
  const { status, headers, text } = await as(undefined).get(FEED)
  expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])

  const feed = read(text)
  expect(feed).toMatchObject({
    title: 'Legal Nurse Academy Podcasts',
    link: 'http://academy.test/Podcasts/',
    language: 'en-us',
    explicit: false,
    itunesType: 'episodic',
    itunesCategory: ['Education > Courses'],
    itunesImage: 'http://academy.test/share/podcasts.png',
    author: 'Legal Nurse Academy',
    owner: { name: 'Legal Nurse Academy', email: 'hello@academy.example.com' },
    pubsub: { self: `http://academy.test${FEED}` },
    pc20support: { 1: ['locked', 'transcript'], 2: ['person'], 3: ['guid'], 4: ['medium'] },
    locked: true,
    podcastPeople: [{ name: 'Dana Demo', role: 'Host', group: 'Cast' }],
    // This is the UUIDv5 of "academy.test/feed/podcasts.xml" in the Podcasting 2.0 namespace. It was generated with
    // Debian's `uuidgen`.
    guid: 'a1f6e768-44ec-5602-896f-2cc9c7a27d80',
    medium: 'podcast',
  })
  expect(feed.items.map(({ title, link, duration, pubDate }) => ({ title, link, duration, pubDate }))).toEqual([
    {
      title: "Eyes, Ears, Watch: The Observer's Three Tools",
      link: 'http://academy.test/Podcast/eyes-ears-watch-the-observers-three-tools',
      duration: 97,
      pubDate: new Date('2026-02-12T00:00:00Z'),
    },
    {
      title: 'What Is a Defense Medical Exam? A Short Primer for Nurses',
      link: 'http://academy.test/Podcast/what-is-a-defense-medical-exam-a-short-primer-for-nurses',
      duration: 88,
      pubDate: new Date('2026-01-15T00:00:00Z'),
    },
  ])

  for (const { enclosure, podcastTranscripts = [] } of feed.items) {
    const sound = await as(undefined).head(enclosure.url.replace('http://academy.test', ''))
    expect([sound.status, sound.headers['content-type'], sound.headers['content-length']]).toEqual([
      200,
      enclosure.type,
      String(enclosure.length),
    ])
    const [transcript] = podcastTranscripts
    const captions = await as(undefined).get(transcript?.url.replace('http://academy.test', '') ?? '')
    expect([captions.status, captions.headers['content-type'], captions.text.slice(0, 6)]).toEqual([
      200,
      'text/vtt',
      'WEBVTT',
    ])
  }
})

test("serves a free episode's audio in ranges and lets other sites play it", async () => {
  const { podcast, app } = await testAcademy()
  const { slug } = await podcast({ isForSale: false })
  const url = `/feed/episodes/${slug}/${slug}.mp3`
  const part = await app.inject({ method: 'GET', url, headers: { range: 'bytes=0-4' } })
  expect([part.statusCode, part.payload]).toEqual([206, 'sound'])
  expect(part.headers).toMatchObject({
    'content-range': `bytes 0-4/${`sound of ${slug}`.length}`,
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
})

test('exposes no episode that is for sale, unpublished, or not launched yet in the feed or at its addresses', async () => {
  const { podcast, course, pool, app, as, setTime } = await testAcademy()
  setTime(new Date('2026-06-01T12:00:00Z'))
  const sold = await podcast()
  const draft = await podcast({ isForSale: false, isPublished: false })
  const coming = await podcast({ isForSale: false })
  await pool.query(`update podcasts set launch_date = '2026-06-02' where product_id = '${coming.id}'`)
  const lecture = await course()
  const free = await podcast({ isForSale: false })

  const feed = (await as(undefined).get(FEED)).text
  expect(read(feed).items).toHaveLength(1)
  expect(feed).toContain(free.slug)
  for (const { slug } of [sold, draft, coming, lecture]) {
    expect(feed).not.toContain(slug)
    for (const method of ['GET', 'HEAD'] as const) {
      for (const name of [`${slug}.mp3`, `${slug}.vtt`]) {
        for (const from of [slug, free.slug]) {
          const reply = await app.inject({
            method,
            url: `/feed/episodes/${from}/${name}`,
            headers: { range: 'bytes=0-' },
          })
          expect([method, from, name, reply.statusCode]).toEqual([method, from, name, 404])
          expect(reply.body).not.toMatch(/sound of|Said in/)
        }
      }
    }
  }

  // When an episode is put up for sale, other listeners lose access at once.
  const url = `/feed/episodes/${free.slug}/${free.slug}.mp3`
  expect((await as(undefined).get(url)).status).toBe(200)
  await pool.query(`update podcasts set is_for_sale = true where product_id = '${free.id}'`)
  expect((await as(undefined).get(url)).status).toBe(404)
  expect((await as(undefined).get(FEED)).text).not.toContain('<item>')

  // In the academy's time zone, the day starts seven hours later than in UTC.
  await pool.query(`insert into site_settings (settings) values ('{"time_zone": "America/Los_Angeles"}')`)
  setTime(new Date('2026-06-02T06:59:00Z'))
  expect((await as(undefined).get(FEED)).text).not.toContain(coming.slug)
  expect((await as(undefined).get(`/feed/episodes/${coming.slug}/${coming.slug}.mp3`)).status).toBe(404)
  setTime(new Date('2026-06-02T07:00:00Z'))
  expect((await as(undefined).get(FEED)).text).toContain('<pubDate>Tue, 02 Jun 2026 07:00:00 GMT</pubDate>')
  expect((await as(undefined).get(`/feed/episodes/${coming.slug}/${coming.slug}.mp3`)).status).toBe(200)
})

test('escapes any text and produces a feed for an academy with minimal settings', async () => {
  const { podcast, db, as } = await testAcademy()
  const title = `]]> <item> & "quotes"\u0007 \ud800 ☃ 'end'`
  await podcast({ isForSale: false, title })
  await db.insert(siteSettings).values({ settings: { name: 'A & B <School>' } })
  const { text } = await as(undefined).get(FEED)
  const feed = read(text)
  expect(feed.title).toBe('A & B <School> Podcasts')
  expect(feed.items[0]?.title).toBe(`]]> <item> & "quotes" � ☃ 'end'`)
  expect(text).not.toMatch(/itunes:owner|podcast:locked|podcast:person/)
})

test("makes links and images in an episode's text absolute and keeps its numbers as typed", async () => {
  const { podcast, pool, as } = await testAcademy()
  const { id, slug } = await podcast({ isForSale: false })
  const text =
    'See [a course](/Course/x?a=1&b=2), [more](#more) and [others](../Podcasts/). ~5~10 ![Us](/images/1/us.webp)'
  await pool.query('update products set full_description = $2 where id = $1', [id, text])
  const [item] = read((await as(undefined).get(FEED)).text).items
  const address = `http://academy.test/Podcast/${slug}`
  expect(item?.content).toContain('href="http://academy.test/Course/x?a=1&b=2"')
  const { text: xml } = await as(undefined).get(FEED)
  expect(xml).toContain(`${address}#more`)
  expect(xml).toContain('http://academy.test/images/1/us.webp')
  expect(xml).toContain('~5~10')
  expect(xml).not.toMatch(/(?:href|src)=(?:"|&quot;)(?!http)/)
})

test("leads from an episode's former address to its current audio while it is free", async () => {
  const { podcast, pool, app, as } = await testAcademy()
  const { id, slug } = await podcast({ isForSale: false })
  const other = await podcast({ isForSale: false })
  const replaced = async (field: string, name: string) =>
    pool.query(
      `with file as (insert into files (sha256, name, content_type, bytes, is_public) select sha256, $2, content_type, bytes, false from files
         where id = (select ${field} from podcasts where product_id = $1) returning id)
       update podcasts set ${field} = (select id from file) where product_id = $1`,
      [id, name],
    )
  const guid = read((await as(undefined).get(FEED)).text).items.map((item) => item.guid)
  await replaced('audio_file_id', 'second.mp3')
  await replaced('audio_file_id', 'third take.mp3')
  await replaced('captions_file_id', 'third.vtt')
  const at = (name: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: `/feed/episodes/${slug}/${name}`, headers: { range: 'bytes=0-4' } })
  for (const name of [`${slug}.mp3`, 'second.mp3']) {
    const moved = await at(name)
    expect([moved.statusCode, moved.headers['location'], moved.headers['access-control-allow-origin']]).toEqual([
      302,
      `/feed/episodes/${slug}/third%20take.mp3`,
      '*',
    ])
    expect((await at(name, 'HEAD')).statusCode).toBe(302)
  }
  expect((await at(`${slug}.vtt`)).headers['location']).toBe(`/feed/episodes/${slug}/third.vtt`)
  expect((await at('third%20take.mp3')).statusCode).toBe(206)
  for (const name of ['never.mp3', `${other.slug}.mp3`]) expect((await at(name)).statusCode).toBe(404)
  expect(read((await as(undefined).get(FEED)).text).items.map((item) => item.guid)).toEqual(guid)
  await pool.query('update podcasts set is_for_sale = true where product_id = $1', [id])
  for (const name of [`${slug}.mp3`, 'third%20take.mp3']) expect((await at(name)).statusCode).toBe(404)
})

test('is created and compressed once, until the catalog changes', async () => {
  const catalog = {
    serial: 1,
    changedAt: -Infinity,
    isSure: () => true,
    hear() {},
    onChange() {},
    invalidate() {},
    start() {},
    stop: async () => {},
  }
  const { as, app } = await testAcademy({ change: (deps) => ({ ...deps, catalog }) })
  await as(undefined).get(FEED)
  const send = () => app.inject({ url: FEED, headers: { 'accept-encoding': 'gzip' } })
  expect(await countStatements(async () => void (await send()))).toBe(0)
  expect((await send()).headers).toMatchObject({
    'content-type': 'application/rss+xml; charset=utf-8',
    'content-encoding': 'gzip',
    'access-control-allow-origin': '*',
  })
  catalog.serial += 1
  expect(await countStatements(async () => void (await send()))).toBeGreaterThan(0)
})
