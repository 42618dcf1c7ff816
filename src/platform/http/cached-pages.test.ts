import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as catalogTables from '#db/tables/catalog.ts'
import * as handouts from '#db/tables/handouts.ts'
import { siteSettings } from '#db/tables/site.ts'
import { certificates, examAttempts } from '#db/tables/study.ts'
import { watchCatalog } from '#db/catalog-watch.ts'
import { testAcademy } from '../../../test/harness/academy.ts'
import { testDatabase } from '../../../test/harness/database.ts'
import { recordStatements } from '../../../test/harness/statements.ts'
import { buildApp } from '../../app.ts'
import { renderMetrics } from '../metrics.ts'
import { normalizePageKey } from './page-resolver.ts'
import { loadBuiltPages } from './pages.ts'
import { isEveryChange } from '../../../test/harness/long-test.ts'

// On an idle machine, this takes less than a second. `npm run bench -- cache` measures it.
const PATIENCE = { timeout: 10_000 }

/** Starts an academy that caches its pages and is already listening for changes. */
async function academyWithCache() {
  const catalog = watchCatalog(await testDatabase(), () => {})
  const academy = await testAcademy({ pages: loadBuiltPages, change: (deps) => ({ ...deps, catalog }) })
  await academy.app.ready()
  await expect.poll(() => catalog.isSure(), PATIENCE).toBe(true)
  return { ...academy, catalog }
}

/** Starts another process of the same academy. */
async function neighborOf({ deps }: Awaited<ReturnType<typeof academyWithCache>>) {
  const catalog = watchCatalog(await testDatabase(), () => {})
  const app = await buildApp({ ...deps, catalog }, await loadBuiltPages(deps))
  onTestFinished(() => app.close())
  await app.ready()
  await expect.poll(() => catalog.isSure(), PATIENCE).toBe(true)
  return app
}

const get = (app: FastifyInstance, url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

/** Returns the average CPU time of this thread per request, in milliseconds. */
async function costOf(app: FastifyInstance, url: (n: number) => string): Promise<number> {
  const many = 100
  const before = process.threadCpuUsage()
  for (let n = 0; n < many; n += 1) await get(app, url(n), { 'accept-encoding': 'br' })
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000 / many
}

function coursesInFooter({ body }: { body: string }): string[] {
  const [, footer = ''] = /<footer([\s\S]*)<\/footer>/.exec(body) ?? []
  return [...footer.matchAll(/href="(\/Course\/[^"]+)"/g)].map(([, href = '']) => href)
}

async function countOf(name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await renderMetrics())?.[1])
}

describe('a page', () => {
  test('is compressed, has an ETag, and is not sent again to a client that has it', async () => {
    const academy = await academyWithCache()
    await academy.course({ title: 'Ethics' })
    for (const url of ['/Courses/', '/Academy/api/courses/', '/Courses/_.data']) {
      const plain = await get(academy.app, url)
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.body).toContain('Ethics')
      const tags = new Set([plain.headers.etag])
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const reply = await get(academy.app, url, { 'accept-encoding': encoding })
        expect(reply.headers).toMatchObject({
          'content-encoding': encoding,
          'content-type': plain.headers['content-type'],
          'content-length': String(reply.rawPayload.length),
          'x-frame-options': 'DENY',
          vary: expect.stringContaining('accept-encoding'),
          etag: expect.stringMatching(/^"[\w-]{27}-\w+"$/),
        })
        expect(unpack(reply.rawPayload).toString()).toBe(plain.body)
        tags.add(reply.headers.etag)

        const head = await academy.app.inject({ method: 'HEAD', url, headers: { 'accept-encoding': encoding } })
        expect(head.body).toBe('')
        expect(head.headers).toMatchObject({
          etag: reply.headers.etag,
          'content-length': reply.headers['content-length'],
        })

        for (const known of [`${reply.headers.etag}`, `"other", W/${reply.headers.etag}`]) {
          const again = await get(academy.app, url, { 'accept-encoding': encoding, 'if-none-match': known })
          expect([again.statusCode, again.body]).toEqual([304, ''])
          expect(again.headers).toMatchObject({
            etag: reply.headers.etag,
            'cache-control': reply.headers['cache-control'],
            'x-frame-options': 'DENY',
          })
          expect(again.headers['content-security-policy']).toBe(reply.headers['content-security-policy'])
        }
      }
      expect(tags.size).toBe(3)
    }
    const refusing = await get(academy.app, '/Courses/', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
    expect(refusing.headers['content-encoding']).toBe('gzip')
  })

  test('is served from the cache before anything else runs, except for requests with a token', async () => {
    const academy = await academyWithCache()
    await academy.course({ title: 'Ethics' })
    const origin = await academy.app.listen({ port: 0, host: '127.0.0.1' })
    const ask = async (url: string, init: RequestInit = {}) => {
      const reply = await fetch(origin + url, init)
      return { reply, text: await reply.text() }
    }
    for (const url of ['/Course/ethics', '/Academy/api/courses/']) {
      const made = await ask(url)
      const etag = made.reply.headers.get('etag') ?? ''
      const askThrice = async () => {
        const before = await countOf('academy_kept_replies_total')
        const cached = await ask(url)
        const unchanged = await ask(url, { headers: { 'if-none-match': etag } })
        const head = await ask(url, { method: 'HEAD' })
        return { cached, unchanged, head, counted: (await countOf('academy_kept_replies_total')) - before }
      }
      // The page is rendered again until the process has received all changes that created the course.
      const { cached, unchanged, head } = await vi.waitUntil(async () => {
        const replies = await askThrice()
        return replies.counted === 3 && replies
      }, PATIENCE)
      expect([cached.reply.status, cached.text]).toEqual([200, made.text])
      for (const name of ['etag', 'content-security-policy', 'cache-control', 'vary', 'x-frame-options'])
        expect([name, cached.reply.headers.get(name)]).toEqual([name, made.reply.headers.get(name)])
      expect([unchanged.reply.status, unchanged.text]).toEqual([304, ''])
      expect([head.reply.status, head.reply.headers.get('etag'), head.text]).toEqual([200, etag, ''])

      const before = await countOf('academy_kept_replies_total')
      const withToken = await ask(url, { headers: { authorization: 'Token of-nobody' } })
      const posted = await ask(url, { method: 'POST' })
      expect([withToken.reply.status === 401, posted.reply.status]).toEqual([url.includes('api'), 404])
      expect(await countOf('academy_kept_replies_total')).toBe(before)
    }
  })

  test('is cached once for all spellings of its address, and its scripts stay allowed by their hashes', async () => {
    const academy = await academyWithCache()
    await academy.course({ title: 'Ethics' })
    const { 'x-script-nonce': nonce, ...first } = (await get(academy.app, '/Course/ethics')).headers
    expect(nonce).toBeUndefined()
    expect(first['cache-control']).toBe('public, max-age=0, stale-while-revalidate=1')
    for (const url of [
      '/Course/ethics/',
      '/course/ethics',
      '/COURSE/ethics/?utm_source=mail',
      '/Course/%65thics?next=/x',
      '/Course/ethics?coupon=SPRING20',
    ])
      expect([url, (await get(academy.app, url)).headers.etag]).toEqual([url, first.etag])

    const { body, headers } = await get(academy.app, '/Course/ethics?again')
    // JSON-LD is data, so it doesn't run and needs no permission.
    const scripts = [
      ...body.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld))[^>]*>([\s\S]*?)<\/script>/g),
    ].map(([, script = '']) => script)
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts)
      expect(headers['content-security-policy']).toContain(createHash('sha256').update(script).digest('base64'))
    expect(body).not.toContain('nonce=')
  })

  test('shows a change within a second in every process', async () => {
    const academy = await academyWithCache()
    const neighbor = await neighborOf(academy)
    const ethics = await academy.course({ title: 'Ethics' })
    const urls = ['/', '/Courses', '/Course/ethics', '/Academy/api/courses', '/Course/ethics.data']
    const see = (app: FastifyInstance) => Promise.all(urls.map((url) => get(app, url)))
    const tags = async (app: FastifyInstance) => (await see(app)).map(({ headers }) => headers.etag)
    await expect
      .poll(async () => (await tags(neighbor)).join() === (await tags(academy.app)).join(), PATIENCE)
      .toBe(true)
    const before = await tags(academy.app)

    await academy.pool.query(`update products set title = 'Ethics renewed' where id = $1`, [ethics.id])
    for (const app of [academy.app, neighbor]) {
      await expect
        .poll(async () => (await see(app)).filter(({ body }) => body.includes('Ethics renewed')).length, PATIENCE)
        .toBe(urls.length)
    }
    expect(await tags(neighbor)).toEqual(await tags(academy.app))
    expect(await tags(academy.app)).not.toEqual(before)

    // The operator chooses which courses appear in the footer of every page.
    await academy.course({ title: 'Reports' })
    await academy.db.insert(siteSettings).values({ settings: { popular_courses: ['reports'] } })
    for (const app of [academy.app, neighbor])
      for (const url of ['/', '/Courses', '/Course/ethics'])
        await expect.poll(async () => coursesInFooter(await get(app, url)), PATIENCE).toEqual(['/Course/reports'])

    await academy.pool.query(`update products set slug = 'nurse-ethics' where id = $1`, [ethics.id])
    for (const app of [academy.app, neighbor]) {
      await expect.poll(async () => (await get(app, '/Course/ethics')).statusCode, PATIENCE).toBe(301)
      expect((await get(app, '/Course/ethics')).headers.location).toBe('/Course/nurse-ethics')
      expect((await get(app, '/Course/nurse-ethics')).statusCode).toBe(200)
    }

    await academy.pool.query(`update products set published_at = null where id = $1`, [ethics.id])
    for (const app of [academy.app, neighbor])
      await expect.poll(async () => (await get(app, '/Course/ethics')).statusCode, PATIENCE).toBe(404)
  })

  test('for members is the same shell for every address', async () => {
    const academy = await academyWithCache()
    const shells = [
      '/MyAcademy/',
      '/MyDocuments/',
      '/VerifyEmail/',
      '/ResetPassword/',
      '/ConfirmEmail/',
      '/EndSession/',
      '/KeepEmail/',
      '/Leave/',
    ]
    for (const shell of shells) {
      const one = await get(academy.app, `${shell}first-secret`)
      const other = await get(academy.app, `${shell}second-secret/?lecture=2`)
      expect([shell, one.statusCode, one.headers.etag]).toEqual([shell, 200, other.headers.etag])
      expect(one.body).not.toContain('secret')
    }
    const lecture = await get(academy.app, '/MyAcademy/one/Lecture/secret')
    expect(lecture.headers.etag).toBe((await get(academy.app, '/MyAcademy/two/Lecture/other')).headers.etag)
    for (const end of ['.data', '/_.data'])
      expect((await get(academy.app, `/MyAcademy/one/Lecture/secret${end}`)).statusCode).toBe(200)
  })

  test('returns the data of the requested routes only', async () => {
    const academy = await academyWithCache()
    await academy.course({ title: 'Ethics' })
    const all = await get(academy.app, '/Course/ethics.data')
    const root = await get(academy.app, '/Course/ethics.data?_routes=root')
    const own = await get(academy.app, '/Course/ethics/_.data?_routes=features%2Fcatalog%2Fcourses%2Fcourse.page')
    await expect
      .poll(() => academy.app.replyCache.find(normalizePageKey('/Course/ethics/_.data?_routes=root')), PATIENCE)
      .toBeDefined()
    expect([all, root, own].map(({ headers }) => headers['x-remix-response'])).toEqual(['yes', 'yes', 'yes'])
    expect(root.body).not.toContain('isPurchased')
    expect(own.body).not.toContain('public_url')
    expect(all.body.length).toBeGreaterThan(Math.max(root.body.length, own.body.length))
    const spelled = await get(academy.app, '/course/ethics.data?_routes=nothing,root&utm=x')
    expect(spelled.headers.etag).toBe(root.headers.etag)
  })

  test('that is missing or unreadable has the same protection and may not be cached by others', async () => {
    const { app } = await academyWithCache()
    for (const [url, status] of [
      ['/Course/none', 404],
      ['/nowhere', 404],
      ['/Course/%E0%A4%A', 400],
    ] as const) {
      for (let round = 0; round < 2; round += 1) {
        const { statusCode, headers } = await get(app, url, { 'if-none-match': '*' })
        expect([url, statusCode, headers['cache-control']]).toEqual([url, status, 'no-store'])
        expect([headers['x-frame-options'], headers.etag]).toEqual(['DENY', undefined])
      }
    }
  })

  test.skipIf(isEveryChange)(
    'that is missing is rendered once for all addresses, and none of them is cached',
    async () => {
      const academy = await academyWithCache()
      const { app } = academy
      await academy.course({ title: 'Ethics' })
      const groups = [
        ['/nowhere', '/x/%0A', '/Course/a/b/c', '/assets/gone-1.js'],
        ['/nowhere.data', '/x/%0A.data?_routes', '/elsewhere/_.data'],
        ['/Course/none', '/Course/no-such-thing-either', `/course/${'a'.repeat(250)}/?utm=x`],
        ['/Course/none.data', '/Course/other/_.data'],
        ['/Courses/2', '/Courses/1', '/Courses/0', '/Courses/two', '/courses/999999/'],
        ['/Podcast/none', '/Podcast/other'],
        ['/Document/none', '/Document/other'],
        ['/Examination/none', '/Examination/other'],
        ['/Certificate/none', '/Certificate/other'],
      ]
      for (const urls of groups) {
        const replies = await Promise.all([...urls, ...urls].map((url) => get(app, url, { 'accept-encoding': 'br' })))
        expect([urls, replies.map(({ statusCode }) => statusCode)]).toEqual([urls, replies.map(() => 404)])
        expect([urls, new Set(replies.map(({ rawPayload }) => rawPayload.toString('base64'))).size]).toEqual([urls, 1])
        for (const { headers } of replies)
          expect(headers).toMatchObject({
            'cache-control': 'no-store',
            'content-encoding': 'br',
            vary: expect.anything(),
          })
        const again = await get(app, urls[0] ?? '')
        expect(again.body).toBe(brotliDecompressSync(replies[0]?.rawPayload ?? '').toString())
        expect(urls.map((url) => app.replyCache.find(normalizePageKey(url)))).toEqual(urls.map(() => undefined))
      }
      expect((await get(app, '/Course/none')).body).toContain('This page doesn’t exist')

      const unknown = await costOf(app, (n) => `/nowhere-${n}`)
      expect(unknown).toBeLessThan(3 * (await costOf(app, () => '/Course/ethics')))

      await academy.course({ title: 'None' })
      await expect.poll(async () => (await get(app, '/Course/none')).statusCode, PATIENCE).toBe(200)
    },
  )
})

test('of a certificate is never cached: changes appear at once', async () => {
  const academy = await academyWithCache()
  const nurse = await academy.member()
  const course = await academy.course()
  const [attempt] = await academy.db
    .insert(examAttempts)
    .values({ memberId: nurse.id, courseId: course.id, score: 1, total: 1, answers: [], isCountedByServer: true })
    .returning()
  await academy.db.insert(certificates).values({
    id: 'unguessable',
    memberId: nurse.id,
    courseId: course.id,
    attemptId: attempt?.id ?? '',
    printedName: 'Nora Nightingale',
    courseName: 'Ethics',
  })
  const urls = ['/Certificate/unguessable', '/Certificate/unguessable.data', '/Academy/api/certificate/unguessable/']
  const show = () => Promise.all(urls.map((url) => get(academy.app, url)))
  for (const { statusCode, headers } of await show())
    expect([statusCode, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined])
  await academy.pool.query(`update certificates set printed_name = 'Nora Newname'`)
  for (const { body } of await show()) expect(body).toContain('Nora Newname')
  await academy.pool.query(`update certificates set revoked_at = now()`)
  for (const { body } of await show()) expect(body).toContain('revoked')
})

test("a member's own data is neither cached nor sent to anyone else", async () => {
  const academy = await academyWithCache()
  const nurse = await academy.member()
  const kit = await academy.document({ title: 'Kit' })
  await academy.purchase(nurse.id, kit.id)
  const urls = ['/Academy/api/Documents/', '/Academy/api/document/kit/']
  for (const url of urls) {
    // The owner's request comes first, so that the visitor would get a response that was cached by mistake.
    for (let round = 0; round < 2; round += 1) {
      const own = await academy.as(nurse).get(url)
      expect(own.text).toContain('"isPurchased":true')
      expect(own.headers).toMatchObject({
        'cache-control': 'private, no-store',
        vary: expect.stringContaining('authorization'),
      })
      expect(own.headers['etag']).toBeUndefined()
      const visitor = await academy.as(undefined).get(url)
      expect(visitor.text).not.toContain('"isPurchased":true')
      expect(visitor.text).not.toContain('/media/')
      expect(visitor.headers).toMatchObject({
        'cache-control': 'no-cache',
        vary: expect.stringContaining('authorization'),
      })
    }
    expect((await academy.withToken('gone').get(url)).status).toBe(401)
  }
})

test.skipIf(isEveryChange)(
  'the watcher finds changes whose notification was lost and restarts after a broken connection',
  async () => {
    const academy = await academyWithCache()
    const ethics = await academy.course({ title: 'Ethics' })
    await expect.poll(async () => (await get(academy.app, '/Courses')).body, PATIENCE).toContain('Ethics')
    const cut = () =>
      academy.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'academy-catalog' and datname = current_database()`)
    await cut()
    await academy.pool.query(`update products set title = 'Ethics unheard' where id = $1`, [ethics.id])
    await expect.poll(async () => (await get(academy.app, '/Courses')).body, PATIENCE).toContain('Ethics unheard')
    await expect.poll(() => academy.catalog.isSure(), PATIENCE).toBe(true)

    const { serial } = academy.catalog
    await academy.pool.query(`update catalogue_version set version = gen_random_uuid()`)
    await expect.poll(() => academy.catalog.serial, PATIENCE).toBe(serial + 1)
  },
)

test('every table behind public replies reports its changes', async () => {
  const academy = await academyWithCache()
  const course = await academy.course()
  const podcast = await academy.podcast()
  const document = await academy.document()
  const urls = [
    '/',
    '/About',
    '/Books',
    '/Courses',
    '/Podcasts',
    '/Documents',
    '/Academy/api/site/',
    `/Course/${course.slug}`,
    `/Podcast/${podcast.slug}`,
    `/Document/${document.slug}`,
    `/Academy/api/course/examination/${course.slug}/`,
  ]
  const statements = await recordStatements(async () => {
    for (const url of urls) expect([url, (await get(academy.app, url)).statusCode]).toEqual([url, 200])
  })
  const read = new Set(
    statements.flatMap(({ text }) => [...text.matchAll(/(?:from|join) "(\w+)"/g)].map(([, name]) => name)),
  )
  expect(read).toContain('site_settings')
  expect(read).toContain('questions')
  const { rows } = await academy.pool.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'catalogue_changed'`,
  )
  // This includes tables of pages that no URL above requests.
  const watchedTables = Object.values({ ...catalogTables, ...handouts }).flatMap((each) =>
    is(each, PgTable) ? getTableName(each) : [],
  )
  expect(watchedTables).toContain('document_files')
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...read, ...watchedTables]))
})

test('a change in any of them is a new version, once per transaction; a write without a change is not', async () => {
  const { pool, ...academy } = await academyWithCache()
  const course = await academy.course()
  const version = async () =>
    (await pool.query<{ version: string }>('select version from catalogue_version')).rows[0]?.version
  const versions = [await version()]
  const changes = [
    `update products set price_cents = price_cents + 1`,
    `update lectures set name = name || '!'`,
    `delete from sub_lectures`,
    `insert into site_settings (settings) values ('{}')`,
    `update questions set question = 'Another?'`,
  ]
  for (const change of changes) {
    await pool.query(change)
    versions.push(await version())
  }
  expect(new Set(versions).size).toBe(changes.length + 1)
  await pool.query(`update products set title = title where id = $1`, [course.id])
  await academy.member()
  expect(await version()).toBe(versions.at(-1))
  await pool.query(`begin; update products set position = 7; rollback`)
  expect(await version()).toBe(versions.at(-1))
})
