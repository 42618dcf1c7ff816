import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { setOnSale } from '#features/foundation/products/products.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { DEMO_FOLDER, loadDemo } from '../../../../test/harness/demo-academy.ts'
import { PLAY_LIMIT } from './samples.rules.ts'

const COURSE = 'defense-medical-exam-training'
const ABOUT = `/Academy/api/course/${COURSE}/sample/`
const PLAY = `${ABOUT}play/`

async function academyWithSample() {
  const academy = await testAcademy()
  await loadDemo(academy.deps, `courses/${COURSE}`)
  const visitor = academy.as(undefined)
  const addresses = async () => (await visitor.post(PLAY)).body as { videoURL: string; captionsURL: string }
  const fetched = async (url: string, headers: Record<string, string> = {}) =>
    academy.app.inject({ method: 'GET', url, headers })
  const advance = (milliseconds: number) => academy.setTime(new Date(academy.deps.now().getTime() + milliseconds))
  return { ...academy, visitor, addresses, fetched, advance }
}

test('lets anyone read and play the sample from any second, and caches nothing in between', async () => {
  const { visitor, addresses, fetched } = await academyWithSample()
  const { body, text } = await visitor.get(ABOUT)
  expect(body).toMatchObject({
    course_id: COURSE,
    lecture_id: 'what-a-defense-medical-exam-is',
    has_captions: true,
    posterURL: expect.stringMatching(/^\/images\//),
  })
  expect(body.transcript.length).toBeGreaterThan(3)
  expect(body.transcript[0].text).toMatch(/^[A-Z].*[.?!]$/)
  expect(text).not.toContain('/media/')

  const played = await visitor.post(PLAY)
  expect(played.headers['cache-control']).toBe('no-store')
  const { videoURL, captionsURL } = played.body
  const whole = await readFile(path.join(DEMO_FOLDER, 'courses', COURSE, 'media/01.mp4'))
  const part = await fetched(videoURL, { range: 'bytes=10-19' })
  expect([part.statusCode, part.headers['cache-control']]).toEqual([206, 'private, no-store'])
  expect(part.rawPayload.equals(whole.subarray(10, 20))).toBe(true)
  expect((await fetched(captionsURL)).body).toMatch(/^WEBVTT/)
  // The URL stays the same within an hour, so that playback is not interrupted.
  expect((await addresses()).videoURL).toBe(videoURL)
})

test('opens only that one file with a media URL, for an hour or two', async () => {
  const { pool, addresses, fetched, advance } = await academyWithSample()
  const { videoURL } = await addresses()
  const { rows } = await pool.query(
    `select f.id, f.name from lectures l join files f on f.id = l.video_file_id order by l.position offset 1 limit 1`,
  )
  const [, , , ours = ''] = videoURL.split('/')
  const another = videoURL.replace(ours, rows[0].id).replace(/\/[^/]+\?/, `/${rows[0].name}?`)
  const wrong = [
    another,
    videoURL.replace('/media/sample/', '/media/'),
    videoURL.replace('/media/sample/', '/media/studio/'),
    videoURL.replace(/expires=\d+/, 'expires=99999999999'),
    videoURL.replace(/signature=(.)/, (_, char) => `signature=${char === 'A' ? 'B' : 'A'}`),
    videoURL.replace(/\/[^/]+\?/, '/other.mp4?'),
    videoURL.replace(ours, 'x'),
    videoURL.replace(/\?.*/, ''),
  ]
  for (const url of wrong) expect([url, (await fetched(url)).statusCode]).toEqual([url, 404])
  expect((await fetched(videoURL)).statusCode).toBe(200)
  advance(2 * 60 * 60_000)
  expect((await fetched(videoURL)).statusCode).toBe(404)
})

test.each([
  ['the lecture is no longer a sample', `update lectures set is_sample = false`],
  ['the lecture is retired', `update lectures set retired_at = now() where is_sample`],
  ['the course is taken off sale', undefined],
])('invalidates media URLs when %s', async (_, statement) => {
  const { pool, deps, visitor, addresses, fetched } = await academyWithSample()
  const { videoURL, captionsURL } = await addresses()
  if (statement === undefined) await setOnSale(deps, { slug: COURSE, isOnSale: false, by: OPERATOR })
  else await pool.query(statement)
  for (const url of [videoURL, captionsURL]) expect((await fetched(url)).statusCode).toBe(404)
  expect((await visitor.post(PLAY)).status).toBe(404)
  await expect.poll(async () => (await visitor.get(ABOUT)).status).toBe(404)
})

test('keeps the specified lecture endpoint for members only', async () => {
  const { visitor, as, member } = await academyWithSample()
  const lecture = `/Academy/api/course/${COURSE}/lecture/what-a-defense-medical-exam-is/`
  expect((await visitor.get(lecture)).status).toBe(401)
  expect((await as(await member()).get(lecture)).status).toBe(404)
})

test('mentions the sample in the catalog and course page, only for courses with one', async () => {
  const { visitor, course } = await academyWithSample()
  await course({ title: 'Silent' })
  const { body } = await visitor.get('/Academy/api/courses/')
  const samples = body.map(({ sample }: { sample: { lecture_name: string } | null }) => sample?.lecture_name ?? null)
  expect(samples.toSorted()).toEqual(['1. What a Defense Medical Exam Is', null])
  expect((await visitor.get('/Academy/api/course/silent/notAuthenticated/')).body.sample).toBeNull()
  expect((await visitor.get('/Academy/api/course/silent/sample/')).status).toBe(404)
})

test('limits plays per network in ten minutes', async () => {
  const { visitor, advance } = await academyWithSample()
  for (let played = 0; played < PLAY_LIMIT.hits; played += 1) expect((await visitor.post(PLAY)).status).toBe(200)
  const { status, headers } = await visitor.post(PLAY)
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
  advance(10 * 60_000)
  expect((await visitor.post(PLAY)).status).toBe(200)
})
