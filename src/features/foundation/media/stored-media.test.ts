import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { DEMO_FOLDER, loadDemo } from '../../../../test/harness/demo-academy.ts'
import { type ObjectStorage, startObjectStorage } from '../../../../test/harness/object-storage.ts'
import { mediaAddressFor } from './media.public.ts'

const COURSE = 'defense-medical-exam-training'

let storage: ObjectStorage
beforeAll(async () => {
  storage = await startObjectStorage()
})
afterAll(() => storage.close())

/** Starts an academy with files in object storage, and a course to which the nurse has access. */
async function storedAcademy({ url = storage.url } = {}) {
  const academy = await testAcademy({ change: (deps) => ({ ...deps, files: storage.files({ url }) }) })
  await loadDemo(academy.deps, `courses/${COURSE}`)
  const nurse = await academy.member()
  const one = async (statement: string) => {
    const { rows } = await academy.pool.query<{ id: string; name: string; sha256: string }>(statement)
    if (!rows[0]) throw new Error(`nothing found: ${statement}`)
    return rows[0]
  }
  const course = await one(`select id from products where slug = '${COURSE}'`)
  await academy.purchase(nurse.id, course.id)
  const fileOf = (column: string) =>
    one(
      `select f.id, f.name, f.sha256 from lectures l join files f on f.id = l.${column} where l.course_id = '${course.id}' order by l.position limit 1`,
    )
  return {
    ...academy,
    nurse,
    one,
    fileOf,
    addressOf: (file: { id: string; name: string }) => mediaAddressFor(academy.deps, nurse, file),
  }
}

test('checks a video here and serves it from storage with ranges, and closes it at once on a refund', async () => {
  const academy = await storedAcademy()
  const address = academy.addressOf(await academy.fileOf('video_file_id'))
  const reply = await academy.app.inject({ url: address, headers: { range: 'bytes=0-' } })
  expect([reply.statusCode, reply.headers['cache-control'], reply.payload]).toEqual([302, 'private, no-store', ''])
  const { location } = reply.headers
  expect(location).toMatch(`${storage.origin}/academy/`)

  const content = await readFile(path.join(DEMO_FOLDER, 'courses', COURSE, 'media/01.mp4'))
  const whole = await fetch(String(location))
  expect(whole.headers.get('content-type')).toBe('video/mp4')
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
  const part = await fetch(String(location), { headers: { range: 'bytes=70000-70099' } })
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(70_000, 70_100))).toBe(true)
  expect((await academy.app.inject({ method: 'HEAD', url: address })).statusCode).toBe(302)

  await academy.pool.query(`update purchases set state = 'refunded', ended_at = now()`)
  const refused = await academy.app.inject({ url: address })
  expect([refused.statusCode, refused.headers.location]).toEqual([404, undefined])
})

test('saves a handout under its own name', async () => {
  const academy = await storedAcademy()
  const handout = await academy.one(`select id, name from files where name like '%.docx' limit 1`)
  const { headers } = await academy.app.inject({ url: academy.addressOf(handout) })
  const fetched = await fetch(String(headers.location))
  expect(fetched.headers.get('content-disposition')).toMatch(/^attachment; filename="phi-handling-checklist.docx"/)
})

test("serves captions from the page's origin, as tracks require, and covers under a permanent URL", async () => {
  const academy = await storedAcademy()
  const captions = await academy.fileOf('captions_file_id')
  const address = academy.addressOf(captions)
  const reply = await academy.app.inject({ url: address, headers: { 'accept-encoding': 'br' } })
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
    200,
    'text/vtt',
    'private, no-store',
  ])
  expect(createHash('sha256').update(reply.rawPayload).digest('hex')).toBe(captions.sha256)
  const head = await academy.app.inject({ method: 'HEAD', url: address })
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(reply.rawPayload.length)])

  const cover = await academy.one(`select id, name from files where is_public and name = 'cover-800.webp' limit 1`)
  const shown = await academy.app.inject({ url: `/images/${cover.id}/${cover.name}` })
  expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=31536000, immutable',
  ])
  const again = await academy.app.inject({
    url: `/images/${cover.id}/${cover.name}`,
    headers: { 'if-none-match': String(shown.headers['etag']) },
  })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
})

test('answers not found for a file that storage lost and 503 when storage is down, without asking it for videos', async () => {
  const academy = await storedAcademy({ url: storage.url.replace('?', '/lost?') })
  const captions = await academy.fileOf('captions_file_id')
  await academy.deps.files.remove(captions.sha256)
  for (const method of ['GET', 'HEAD'] as const)
    expect((await academy.app.inject({ method, url: academy.addressOf(captions) })).statusCode).toBe(404)

  const away = await testAcademy({
    change: (deps) => ({ ...deps, files: storage.files({ url: 's3://academy?endpoint=http://127.0.0.1:9' }) }),
  })
  const { rows } = await away.pool.query<{ id: string }>(
    `insert into files (sha256, name, content_type, bytes, is_public) values (repeat('0', 64), 'a.webp', 'image/webp', 1, true) returning id`,
  )
  const reply = await away.app.inject({ url: `/images/${rows[0]?.id}/a.webp` })
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
})

test("redirects a free podcast's audio to storage and reports its length itself", async () => {
  const academy = await storedAcademy()
  const { slug } = await academy.podcast({ isForSale: false })
  const url = `/feed/episodes/${slug}/${slug}.mp3`
  const { statusCode, headers } = await academy.app.inject({ url })
  expect([statusCode, headers['cache-control']]).toEqual([302, 'private, no-store'])
  expect(await (await fetch(String(headers.location))).text()).toBe(`sound of ${slug}`)
  const head = await academy.app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.headers['content-length'], head.headers['accept-ranges']]).toEqual([
    200,
    String(`sound of ${slug}`.length),
    'bytes',
  ])
})
