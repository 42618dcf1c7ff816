import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { loadDemo } from '../../../../test/harness/demo-academy.ts'
import { openBundle } from './zip-downloads.service.ts'

const COURSE = 'defense-medical-exam-training'

async function owner() {
  const academy = await testAcademy()
  await loadDemo(academy.deps, `courses/${COURSE}`)
  const nurse = await academy.member()
  const { rows } = await academy.pool.query<{ id: string }>('select id from products where slug = $1', [COURSE])
  const courseId = rows[0]?.id ?? ''
  await academy.purchase(nurse.id, courseId)
  const taken = await academy.as(nurse).get(`/Academy/api/take/course/${COURSE}/`)
  return { ...academy, nurse, courseId, taken: taken.body, zip: String(taken.body.resources.zip_url) }
}

test('gives an owner all handouts of a course as one ZIP, complete and in lecture folders', async () => {
  const { app, pool, taken, zip } = await owner()
  const reply = await app.inject({ url: zip })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(`^attachment; filename="${COURSE}-resources.zip"`),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  const files = Object.entries(unzipSync(reply.rawPayload))
  const { rows } = await pool.query<{ name: string; sha256: string; bytes: string }>(
    'select f.name, f.sha256, f.bytes from attachments a join lectures l on l.id = a.lecture_id join files f on f.id = a.file_id order by l.position, a.position',
  )
  expect(rows.length).toBeGreaterThan(2)
  expect(files.map(([, content]) => createHash('sha256').update(content).digest('hex'))).toEqual(
    rows.map(({ sha256 }) => sha256),
  )
  expect(files.map(([place]) => place.replace(/^\d\d\. [^/]+\//, ''))).toEqual(rows.map(({ name }) => name))
  expect(taken.resources.bytes).toBe(rows.reduce((sum, { bytes }) => sum + Number(bytes), 0))
  expect(strFromU8(files[0]?.[1].subarray(0, 4) ?? new Uint8Array())).toBe('%PDF')
  // A HEAD request sends no content.
  const head = await app.inject({ url: zip, method: 'HEAD' })
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
})

test('opens nothing for anyone else, nothing else, and nothing after the session ended', async () => {
  const { app, as, courseId, nurse, zip, member } = await owner()
  const other = await member()
  const status = async (url: string) => (await app.inject({ url })).statusCode
  expect(await status(zip.replace(nurse.id, other.id))).toBe(404)
  expect(await status(zip.replace(/signature=(.)/, (_, char) => `signature=${char === 'A' ? 'B' : 'A'}`))).toBe(404)
  expect(await status(zip.replace(/expires=\d+/, 'expires=99999999999'))).toBe(404)
  expect(await status(zip.replace(courseId, 'x'))).toBe(404)
  expect(await status(zip.replace(`${COURSE}-`, 'other-'))).toBe(404)
  // A signature for a single file is invalid for the ZIP, and the other way around.
  expect(await status(zip.replace('/media/course/', '/media/'))).toBe(404)
  expect(await status(zip)).toBe(200)

  await as(nurse).post('/Academy/api/logout/')
  expect(await status(zip)).toBe(404)
})

test('lets a member have three unfinished downloads, and frees the place of one that is canceled', async () => {
  const { app, deps, zip, purchase, member, nurse, courseId, as } = await owner()
  const { pathname, searchParams } = new URL(zip, 'http://academy.test')
  const wanted = (key: string) => searchParams.get(key) ?? ''
  const [name, sessionId, signature] = [pathname.split('/').at(-1) ?? '', wanted('session'), wanted('signature')]
  const download = { courseId, name, memberId: nurse.id, sessionId, expires: Number(wanted('expires')), signature }
  // The downloads stay unfinished because nothing reads their content.
  const unfinished = await Promise.all([1, 2, 3].map(() => openBundle(deps, download)))
  const rejected = await app.inject({ url: zip })
  expect([rejected.statusCode, rejected.json()]).toEqual([
    429,
    expect.objectContaining({ message: expect.stringContaining('already downloading 3 ZIP files') }),
  ])
  const other = await member()
  await purchase(other.id, courseId)
  const taken = await as(other).get(`/Academy/api/take/course/${COURSE}/`)
  expect((await app.inject({ url: String(taken.body.resources.zip_url) })).statusCode).toBe(200)

  for (const content of unfinished) content.destroy()
  await expect.poll(async () => (await app.inject({ url: zip })).statusCode).toBe(200)
})

test('closes earlier URLs on a refund', async () => {
  const { app, pool, zip } = await owner()
  await pool.query("update purchases set state = 'refunded', ended_at = now()")
  expect((await app.inject({ url: zip })).statusCode).toBe(404)
})

test('reports a failing store, and offers no ZIP for a course with fewer than two handouts', async () => {
  const { app, pool, deps, as, nurse, zip } = await owner()
  const { rows } = await pool.query<{ sha256: string }>(
    'select f.sha256 from attachments a join files f on f.id = a.file_id order by f.sha256',
  )
  for (const { sha256 } of rows) await deps.files.remove(sha256)
  const reply = await app.inject({ url: zip })
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])

  await pool.query('delete from attachments where ctid <> (select min(ctid) from attachments)')
  const { body } = await as(nurse).get(`/Academy/api/take/course/${COURSE}/`)
  expect(body.resources).toBeNull()
})
