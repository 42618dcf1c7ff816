import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { identify, startSession } from '#features/people/accounts/sessions.public.ts'
import { lockAccount } from '#features/people/member-administration/member-administration.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { DEMO_FOLDER, loadDemo } from '../../../../test/harness/demo-academy.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { getExpiry, createMediaAddress } from './media-addresses.service.ts'
import { mediaAddressFor } from './media.public.ts'
import { getContentDisposition } from './media.rules.ts'

const COURSE = 'defense-medical-exam-training'

type Found = { id: string; name: string }

/** Loads one course unless the test needs more, because loading the whole demo takes a second. */
async function demoAcademy(part = `courses/${COURSE}`) {
  const academy = await testAcademy()
  await loadDemo(academy.deps, part)
  const row = async (statement: string): Promise<Found> => {
    const { rows } = await academy.pool.query<Found>(statement)
    const [first] = rows
    if (!first) throw new Error(`nothing found: ${statement}`)
    return first
  }
  const nurse = await academy.member()
  const course = await row(`select id, title as name from products where slug = '${COURSE}'`)
  const ofLecture = (column: string) =>
    row(
      `select f.id, f.name from lectures l join files f on f.id = l.${column} where l.course_id = '${course.id}' order by l.position limit 1`,
    )
  return { ...academy, nurse, course, row, ofLecture }
}

type Demo = Awaited<ReturnType<typeof demoAcademy>>

async function owned(): Promise<Demo & { video: Found; address: string; content: Buffer }> {
  const academy = await demoAcademy()
  await academy.purchase(academy.nurse.id, academy.course.id)
  const video = await academy.ofLecture('video_file_id')
  const content = await readFile(path.join(DEMO_FOLDER, 'courses', COURSE, 'media/01.mp4'))
  return { ...academy, video, content, address: mediaAddressFor(academy.deps, academy.nurse, video) }
}

function fetchRaw({ app }: Demo, url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return app.inject({ method, url, headers })
}

test('serves an owner the whole video with headers that keep it private', async () => {
  const academy = await owned()
  const reply = await fetchRaw(academy, academy.address)
  expect(reply.statusCode).toBe(200)
  expect(reply.rawPayload.equals(academy.content)).toBe(true)
  expect(reply.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(academy.content.length),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="01.mp4"; filename*=UTF-8''01.mp4`,
  })
  expect(reply.headers['content-security-policy']).toContain("sandbox; default-src 'none'")
  expect(reply.headers['content-encoding']).toBeUndefined()
})

test.each([
  ['bytes=0-99', 206, 0, 99],
  ['bytes=1000-', 206, 1000, -1],
  ['bytes=-500', 206, -500, -1],
  ['bytes=0-0', 206, 0, 0],
  ['bytes=1000-99999999', 206, 1000, -1],
  ['bytes=-99999999', 206, 0, -1],
])('answers the range %s with %i and exactly these bytes', async (range, status, from, to) => {
  const academy = await owned()
  const { length } = academy.content
  const first = from < 0 ? length + from : from
  const last = to < 0 ? length - 1 : to
  const reply = await fetchRaw(academy, academy.address, { range })
  expect(reply.statusCode).toBe(status)
  expect(reply.headers['content-range']).toBe(`bytes ${first}-${last}/${length}`)
  expect(reply.rawPayload.equals(academy.content.subarray(first, last + 1))).toBe(true)
})

test.each([['bytes=9-1'], ['bytes=0-9,20-29'], ['bytes=-'], ['bytes=a-b'], ['pieces=0-9'], ['']])(
  'serves the whole file for the unsupported range "%s"',
  async (range) => {
    const academy = await owned()
    const reply = await fetchRaw(academy, academy.address, { range })
    expect([reply.statusCode, reply.headers['content-range']]).toEqual([200, undefined])
    expect(reply.rawPayload.equals(academy.content)).toBe(true)
  },
)

test('honors a conditional range only while the file is unchanged', async () => {
  const academy = await owned()
  const { etag } = (await fetchRaw(academy, academy.address, {}, 'HEAD')).headers
  const ask = async (condition: string) =>
    (await fetchRaw(academy, academy.address, { range: 'bytes=0-9', 'if-range': condition })).statusCode
  expect(await ask(String(etag))).toBe(206)
  expect(await ask('"another"')).toBe(200)
  expect(await ask('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(200)
})

test('answers a range beyond the end with 416, HEAD without a body, and an unchanged file with 304', async () => {
  const academy = await owned()
  const { length } = academy.content
  const beyond = await fetchRaw(academy, academy.address, { range: `bytes=${length}-` })
  expect([beyond.statusCode, beyond.headers['content-range'], beyond.payload]).toEqual([416, `bytes */${length}`, ''])

  const head = await fetchRaw(academy, academy.address, {}, 'HEAD')
  expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([200, String(length), ''])

  const again = await fetchRaw(academy, academy.address, { 'if-none-match': String(head.headers['etag']) })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
})

test('never compresses captions, so that their ranges are correct', async () => {
  const academy = await owned()
  const captions = await academy.ofLecture('captions_file_id')
  const reply = await fetchRaw(academy, mediaAddressFor(academy.deps, academy.nurse, captions), {
    'accept-encoding': 'br, gzip',
  })
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['content-encoding']]).toEqual([
    200,
    'text/vtt',
    undefined,
  ])
  expect(reply.payload).toMatch(/^WEBVTT/)
})

test('rejects a changed signature, member, expiry, file, or name, all with identical replies', async () => {
  const academy = await owned()
  const { address, video, nurse, deps } = academy
  const other = await academy.member()
  const otherFile = await academy.row(`select id, name from files where name = '02.mp4' limit 1`)
  const given = (change: Partial<Parameters<typeof createMediaAddress>[1]>, secret = deps.config.appSecret) =>
    createMediaAddress(secret, {
      fileId: video.id,
      name: video.name,
      memberId: nurse.id,
      sessionId: nurse.sessionId,
      expiresAt: getExpiry(deps.now()),
      ...change,
    })
  const forged = [
    address.replace(/signature=./, (text) => (text.endsWith('A') ? 'signature=B' : 'signature=A')),
    address.replace(/signature=.*/, ''),
    address.replace(/signature=.*/, 'signature='),
    address.replace(nurse.id, other.id),
    address.replace(nurse.sessionId, other.sessionId),
    address.replace(/&session=[^&]*/, ''),
    address.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 60}`),
    address.replace(/expires=\d+/, 'expires=NaN'),
    address.replace(video.id, otherFile.id),
    address.replace('01.mp4', '02.mp4'),
    address.replace('01.mp4', 'x.html'),
    `${address}&member=${other.id}`,
    address.split('?')[0] ?? '',
    given({}, 'another secret that is long enough to be one'),
    given({ expiresAt: new Date(deps.now().getTime() - 1000) }),
    given({ expiresAt: new Date(deps.now().getTime() + 5 * 3_600_000) }),
    given({ memberId: other.id }),
    given({ sessionId: other.sessionId }),
    given({ memberId: other.id, sessionId: other.sessionId }),
    given({ memberId: "' or 1=1" }),
    given({ sessionId: crypto.randomUUID() }),
    given({ sessionId: "' or 1=1" }),
    given({ fileId: crypto.randomUUID() }),
    `/media/${video.id}/..%2f..%2f..%2fetc%2fpasswd?${address.split('?')[1] ?? ''}`,
    `/media/..%2f..%2fetc%2fpasswd/01.mp4?${address.split('?')[1] ?? ''}`,
    `/images/${video.id}/${video.name}`,
  ]
  for (const url of forged) {
    const head = await fetchRaw(academy, url, {}, 'HEAD')
    const reply = await fetchRaw(academy, url, { range: 'bytes=0-9' })
    expect([url, head.statusCode, reply.statusCode]).toEqual([url, 404, 404])
    expect(reply.json()).toEqual({ code: 'not_found', message: 'File not found.' })
  }
})

test('issues URLs valid for three to four hours, identical within an hour', async () => {
  const academy = await owned()
  const at = (time: string) => academy.setTime(new Date(time))
  at('2026-11-21T10:05:00Z')
  const early = mediaAddressFor(academy.deps, academy.nurse, academy.video)
  at('2026-11-21T10:59:00Z')
  expect(mediaAddressFor(academy.deps, academy.nurse, academy.video)).toBe(early)
  at('2026-11-21T13:59:59Z')
  expect((await fetchRaw(academy, early)).statusCode).toBe(200)
  at('2026-11-21T14:00:00Z')
  expect((await fetchRaw(academy, early)).statusCode).toBe(404)
  // Setting the clock back does not make URLs valid for longer.
  at('2026-11-21T09:59:00Z')
  expect((await fetchRaw(academy, early)).statusCode).toBe(404)
})

test('expires a URL with its own session, not with another one of the member', async () => {
  const academy = await owned()
  const { deps, nurse, video } = academy
  const device = async () => {
    const token = await startSession(deps, { memberId: nurse.id, agent: 'another device' })
    const caller = await identify(deps, token)
    if (!caller) throw new Error('no session was begun')
    return { ...caller, token, address: mediaAddressFor(deps, caller, video) }
  }
  const status = async ({ address }: { address: string }) =>
    (await fetchRaw(academy, address, { range: 'bytes=0-9' })).statusCode
  const [phone, tablet, desk] = [await device(), await device(), await device()]
  for (const each of [phone, tablet, desk]) {
    expect(await status(each)).toBe(206)
    for (const secret of [each.token, each.tokenHash]) expect(each.address).not.toContain(secret)
  }

  expect((await academy.withToken(phone.token).post('/Academy/api/logout/')).status).toBe(200)
  expect([await status(phone), await status(tablet), await status(desk)]).toEqual([404, 206, 206])
  // Using a session extends it, which does not change its URLs.
  academy.setTime(new Date(Date.now() + 11 * 60_000))
  await identify(deps, tablet.token)
  expect(await status(tablet)).toBe(206)

  await academy.pool.query(`update sessions set expires_at = now() where id = $1`, [desk.sessionId])
  expect([await status(tablet), await status(desk)]).toEqual([206, 404])
  await lockAccount(deps, { memberId: nurse.id, by: OPERATOR })
  expect(await status(tablet)).toBe(404)
  expect((await fetchRaw(academy, tablet.address, {}, 'HEAD')).statusCode).toBe(404)
  // A free podcast's URL also expires with the session, but its feed URL is public.
  const free = await academy.podcast({ isForSale: false })
  const sound = await academy.row(`select id, name from files where name = '${free.slug}.mp3'`)
  expect(await status({ address: mediaAddressFor(deps, nurse, sound) })).toBe(404)
  expect((await fetchRaw(academy, `/feed/episodes/${free.slug}/${sound.name}`)).statusCode).toBe(200)
})

test('closes the URLs of a session ended from another device or by an emailed link', async () => {
  const academy = await owned()
  const { deps, nurse, video } = academy
  const device = async (agent: string) => {
    const token = await startSession(deps, { memberId: nurse.id, agent })
    const caller = await identify(deps, token)
    if (!caller) throw new Error('no session was begun')
    return { ...caller, address: mediaAddressFor(deps, caller, video) }
  }
  const status = async ({ address }: { address: string }) =>
    (await fetchRaw(academy, address, { range: 'bytes=0-9' })).statusCode
  const [phone, tablet, desk] = [await device('Firefox/140'), await device('Chrome/143'), await device('Edg/143')]
  const all = async () => [await status(phone), await status(tablet), await status(desk)]
  expect(await all()).toEqual([206, 206, 206])
  await academy.as(nurse).post(`/Academy/api/account/sessions/${phone.sessionId}/end/`)
  expect(await all()).toEqual([404, 206, 206])
  const expires = new Date(Date.now() + 60_000)
  const origin = { network: '', agent: 'Chrome/143' }
  await academy.pool.query(
    `insert into account_tokens (token_hash, member_id, purpose, expires_at, data) values ($1, $2, 'end_session', $3, $4)`,
    [createHash('sha256').update('link').digest('hex'), nurse.id, expires, origin],
  )
  await academy.as(undefined).post('/Academy/api/end-session/', { token: 'link' })
  expect(await all()).toEqual([404, 404, 206])
  await academy.as(nurse).post('/Academy/api/account/log-out-everywhere/', {})
  expect(await all()).toEqual([404, 404, 404])
})

test('closes earlier URLs on a refund', async () => {
  const academy = await owned()
  const statements = await countStatements(async () => {
    expect((await fetchRaw(academy, academy.address, {}, 'HEAD')).statusCode).toBe(200)
  })
  expect(statements).toBe(1)
  await academy.pool.query(`update purchases set state = 'refunded', ended_at = now()`)
  expect((await fetchRaw(academy, academy.address, {}, 'HEAD')).statusCode).toBe(404)
  expect((await fetchRaw(academy, academy.address, { range: 'bytes=0-9' })).statusCode).toBe(404)
})

test('serves attachments, documents, and podcasts to their owners, and a free podcast to every member', async () => {
  const academy = await demoAcademy('.')
  const { row, nurse, deps, purchase } = academy
  const status = async (file: Found) =>
    (await fetchRaw(academy, mediaAddressFor(deps, nurse, file), {}, 'HEAD')).statusCode
  const attachment = await row(`select f.id, f.name from files f where f.name = 'dme-terms-glossary.pdf'`)
  const document = await row(`select f.id, f.name from files f where f.name = 'observation-worksheet.docx'`)
  const podcast = (isForSale: boolean) =>
    row(
      `select f.id, f.name from podcasts p join files f on f.id = p.audio_file_id where is_for_sale = ${isForSale} limit 1`,
    )

  expect(await status(await podcast(false))).toBe(200)
  const paid = [attachment, document, await podcast(true)]
  for (const file of paid) expect(await status(file)).toBe(404)
  const { rows } = await academy.pool.query<{ id: string }>('select id from products')
  for (const { id } of rows) await purchase(nurse.id, id)
  for (const file of paid) expect(await status(file)).toBe(200)

  const pdf = await fetchRaw(academy, mediaAddressFor(deps, nurse, attachment))
  expect(pdf.headers['content-disposition']).toMatch(/^inline/)
  expect(pdf.headers['content-security-policy']).not.toContain('sandbox')
  const word = await fetchRaw(academy, mediaAddressFor(deps, nurse, document))
  expect(word.headers['content-disposition']).toMatch(/^attachment/)
})

test('serves covers and posters publicly with permanent caching', async () => {
  const academy = await demoAcademy()
  const cover = await academy.row(`select id, name from files where is_public and name = 'cover-800.webp' limit 1`)
  const reply = await fetchRaw(academy, `/images/${cover.id}/${cover.name}`)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const poster = await academy.ofLecture('poster_file_id')
  expect((await fetchRaw(academy, `/images/${poster.id}/${poster.name}`)).statusCode).toBe(200)
  for (const url of [
    `/images/${cover.id}/other.webp`,
    '/images/none/cover-800.webp',
    `/images/${crypto.randomUUID()}/cover-800.webp`,
  ]) {
    expect((await fetchRaw(academy, url)).statusCode).toBe(404)
  }
})

test('does not let a file name break out of its header', () => {
  expect(getContentDisposition({ name: 'é"\r\nx: y%.docx', contentType: 'application/zip' })).toBe(
    `attachment; filename="e___x: y_.docx"; filename*=UTF-8''%C3%A9%22%0D%0Ax%3A%20y%25.docx`,
  )
})
