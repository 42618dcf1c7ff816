import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'

const NOWHERE = { code: 'not_found', message: 'Recording not found.' }

/** Starts an academy with a member who has access to a course whose first lecture has a ten-minute video. */
async function studying() {
  const academy = await testAcademy()
  const nurse = await academy.member()
  const course = await academy.course()
  const purchaseId = await academy.purchase(nurse.id, course.id)
  const video = await academy.file('01.mp4', 'video/mp4', 'the video')
  await academy.pool.query('update files set seconds = 600 where id = $1', [video.id])
  await academy.pool.query('update lectures set video_file_id = $1 where id = $2', [video.id, course.lectures[0]?.id])
  const address = `/Academy/api/playback/${video.id}/`
  const savePosition = (who: typeof nurse, seconds: number, secondsAgo = 0) =>
    academy.as(who).post(address, { seconds, seconds_ago: secondsAgo })
  const read = async (who: typeof nurse) => (await academy.as(who).get(address)).body
  return { ...academy, makeCourse: academy.course, nurse, course, purchaseId, video, address, savePosition, read }
}

test('stores a position for the member across devices, visible to no one else', async () => {
  const { nurse, member, course, purchase, savePosition, read, setTime } = await studying()
  const other = await member()
  await purchase(other.id, course.id)
  setTime(new Date('2026-11-21T10:00:00Z'))
  expect(await read(nurse)).toEqual({ seconds: 0, seconds_ago: null })
  expect((await savePosition(nurse, 221.5)).body).toEqual({ is_newest: true })
  setTime(new Date('2026-11-21T12:00:00Z'))
  expect(await read(nurse)).toEqual({ seconds: 221.5, seconds_ago: 7_200 })
  expect(await read(other)).toEqual({ seconds: 0, seconds_ago: null })
})

test('keeps the latest position: an earlier offline one does not replace what another device sent since', async () => {
  const { nurse, savePosition, read } = await studying()
  await savePosition(nurse, 300)
  expect((await savePosition(nurse, 100, 3_600)).body).toEqual({ is_newest: false })
  expect((await read(nurse)).seconds).toBe(300)
  // Going back counts like going forward.
  expect((await savePosition(nurse, 50)).body).toEqual({ is_newest: true })
  expect((await read(nurse)).seconds).toBe(50)
  // A number too small for the column.
  expect((await savePosition(nurse, 5e-324)).status).toBe(200)
})

test('names the file of the position, and a lecture has the position itself', async () => {
  const { as, nurse, savePosition, course, video, podcast } = await studying()
  const readLecture = () => as(nurse).get(`/Academy/api/course/${course.slug}/lecture/lecture-1/`)
  const { videoId, position } = (await readLecture()).body
  expect([videoId, position]).toEqual([video.id, { seconds: 0, seconds_ago: null }])
  await savePosition(nurse, 300)
  expect((await readLecture()).body.position).toEqual({ seconds: 300, seconds_ago: expect.any(Number) })
  const { slug } = await podcast({ isForSale: false })
  const { podcast_media_id: id } = (await as(nurse).get(`/Academy/api/podcast/${slug}/`)).body
  expect((await as(nurse).post(`/Academy/api/playback/${id}/`, { seconds: 9, seconds_ago: 0 })).status).toBe(200)
  expect((await as(nurse).get(`/Academy/api/playback/${id}/`)).body.seconds).toBe(9)
})

test('resets to the beginning near the end', async () => {
  const { nurse, savePosition, read } = await studying()
  await savePosition(nurse, 584)
  expect((await read(nurse)).seconds).toBe(584)
  await savePosition(nurse, 586)
  expect((await read(nurse)).seconds).toBe(0)
  await savePosition(nurse, 600.5)
  expect((await read(nurse)).seconds).toBe(0)
})

test.each([
  [
    'beyond the end',
    { seconds: 602, seconds_ago: 0 },
    { seconds: ['This recording is 10:00 long. Enter an earlier time.'] },
  ],
  ['before the beginning', { seconds: -1, seconds_ago: 0 }, { seconds: [expect.any(String)] }],
  ['in the future', { seconds: 1, seconds_ago: -60 }, { seconds_ago: [expect.any(String)] }],
  ['not a number', { seconds: 'half', seconds_ago: 0 }, { seconds: [expect.any(String)] }],
  ['impossibly long ago', { seconds: 1, seconds_ago: 1e9 }, { seconds_ago: [expect.any(String)] }],
  ['with an extra field', { seconds: 1, seconds_ago: 0, member: 'x' }, { member: ['Unknown field.'] }],
])('rejects a position %s', async (_, body, fields) => {
  const { as, nurse, address, read } = await studying()
  const reply = await as(nurse).post(address, body)
  expect([reply.status, reply.body.fields]).toEqual([400, fields])
  expect(await read(nurse)).toEqual({ seconds: 0, seconds_ago: null })
})

test('requires access to the file and a playable one, with identical rejections', async () => {
  const { as, nurse, member, address, pool, file, podcast, purchaseId, course } = await studying()
  const stranger = await member()
  const unused = await file('unused.mp4', 'video/mp4', 'in no product')
  const sheet = await file('sheet.pdf', 'application/pdf', 'does not play')
  await pool.query(`insert into attachments (lecture_id, position, name, file_id) values ($1, 0, 'Sheet', $2)`, [
    course.lectures[0]?.id,
    sheet.id,
  ])
  const forSale = await podcast()
  const { rows } = await pool.query<{ id: string }>('select audio_file_id as id from podcasts where product_id = $1', [
    forSale.id,
  ])
  const at = (id: string | undefined) => `/Academy/api/playback/${id}/`
  const refused: [typeof nurse, string][] = [
    [stranger, address],
    [nurse, at(unused.id)],
    [nurse, at(sheet.id)],
    [nurse, at(rows[0]?.id)],
    [nurse, at(crypto.randomUUID())],
  ]
  for (const [who, url] of refused) {
    const replies = [await as(who).get(url), await as(who).post(url, { seconds: 1, seconds_ago: 0 })]
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [404, NOWHERE],
      [404, NOWHERE],
    ])
  }
  expect((await as(undefined).get(address)).status).toBe(401)
  expect((await as(undefined).post(address, { seconds: 1, seconds_ago: 0 })).status).toBe(401)

  await pool.query(`update purchases set state = 'refunded', ended_at = now() where id = $1`, [purchaseId])
  expect((await as(nurse).get(address)).status).toBe(404)
  expect((await pool.query('select from playback_positions')).rowCount).toBe(0)
})

test('counts what was played, and going back, by the clock of the server', async () => {
  const { nurse, member, purchase, course, savePosition, setTime, pool } = await studying()
  let clock = Date.UTC(2026, 0, 5)
  /** Reports positions, each with the seconds since the report before. */
  const report = async (who: typeof nurse, ...reports: [seconds: number, elapsed: number][]) => {
    for (const [seconds, elapsed] of reports) {
      setTime(new Date((clock += elapsed * 1000)))
      await savePosition(who, seconds)
    }
    const read = 'select watched_seconds, rewinds from playback_positions where member_id = $1'
    const { rows } = await pool.query(read, [who.id])
    return [rows[0].watched_seconds, rows[0].rewinds]
  }
  expect(await report(nurse, [10, 10])).toEqual([10, 0])
  expect(await report(nurse, [20, 10], [30, 10])).toEqual([30, 0])
  // Skipping ahead counts at most as double speed, and a pause not at all.
  expect(await report(nurse, [300, 10])).toEqual([50, 0])
  expect(await report(nurse, [310, 3_600])).toEqual([60, 0])
  // A few seconds back are no rewind.
  expect(await report(nurse, [306, 10])).toEqual([60, 0])
  expect(await report(nurse, [300, 10])).toEqual([60, 1])

  const other = await member()
  await purchase(other.id, course.id)
  const tenMinutes = Array.from({ length: 60 }, (_, at): [number, number] => [10 * (at + 1), 10])
  expect(await report(other, ...tenMinutes)).toEqual([600, 0])
  // Playing it again is no rewind, but going back at the end is.
  expect(await report(other, [10, 600], [20, 10])).toEqual([620, 0])
  expect(await report(other, [600, 60], [590, 10])).toEqual([740, 1])
})
