import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportFolder, importFolder } from '#features/catalog/import-export/import.public.ts'
import { indexNewFiles } from '#features/community/search/search.public.ts'
import { formatProblem } from '#features/foundation/product-folders/product-folders.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { MIXED_COURSE, SECRET_WORD, writeMixedCourse } from '../../../../test/harness/mixed-course.ts'

const [TEXT, AUDIO, VIDEO] = ['reading-a-chart', 'hearing-a-report', 'watching-a-handover'] as const
const TEXT_FILE = `lectures/01-${TEXT}.md`
const AUDIO_FILE = `lectures/02-${AUDIO}.md`

/** An academy with a course whose lectures are a text, audio, and a video, an owner, and a learner. */
async function academyWithMixedCourse() {
  const academy = await testAcademy()
  const { deps, as, member, pool, purchase } = academy
  const root = await mkdtemp(path.join(tmpdir(), 'academy-mixed-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const content = path.join(root, 'content')
  await writeMixedCourse(content)
  const result = await importFolder(deps, content, OPERATOR)
  expect(result).not.toHaveProperty('problems')
  const { rows } = await pool.query<{ id: string }>('select id from products where slug = $1', [MIXED_COURSE])
  const id = rows[0]?.id ?? ''
  const nurse = await member()
  await purchase(nurse.id, id)
  const learner = as(nurse)
  const lecture = async (slug: string) =>
    (await learner.get(`/Academy/api/course/${MIXED_COURSE}/lecture/${slug}/`)).body
  const complete = async (slug: string) =>
    (await learner.post(`/Academy/api/course/${MIXED_COURSE}/lecture/${slug}/update/progress/`)).body
  return { ...academy, root, content, id, nurse, learner, lecture, complete }
}

test('shows a text, audio, and a video to learners, and only the text to those with access', async () => {
  const { app, as, learner, lecture, member } = await academyWithMixedCourse()
  const text = await lecture(TEXT)
  expect(text).toMatchObject({
    kind: 'text',
    reading_minutes: 1,
    seconds: null,
    videoURL: null,
    videoId: null,
    position: null,
    lecture_text_html: expect.stringContaining(`<strong>${SECRET_WORD}</strong>`),
  })
  const audio = await lecture(AUDIO)
  expect(audio).toMatchObject({ kind: 'audio', seconds: expect.any(Number), captionsURL: expect.any(String) })
  expect(audio).not.toHaveProperty('lecture_text')
  const played = await app.inject({ method: 'GET', url: audio.videoURL, headers: { range: 'bytes=0-9' } })
  expect([played.statusCode, played.headers['content-type']]).toEqual([206, 'audio/mpeg'])
  const video = await lecture(VIDEO)
  expect(video.videoURL).toMatch(/\.mp4\?/)
  expect(video, 'as before').not.toHaveProperty('kind')

  const course = await as(undefined).get(`/Academy/api/course/${MIXED_COURSE}/notAuthenticated/`)
  expect(course.body.lectures.map(({ kind, reading_minutes }: Record<string, unknown>) => [kind, reading_minutes]))
    // One page in the shop says what each lecture is, and nothing of its text.
    .toEqual([
      ['text', 1],
      ['audio', undefined],
      [undefined, undefined],
    ])
  expect(course.text).not.toContain(SECRET_WORD)
  expect(course.body.study_minutes.lectures).toBeGreaterThan(1)
  const stranger = as(await member())
  expect((await stranger.get(`/Academy/api/course/${MIXED_COURSE}/lecture/${TEXT}/`)).status).toBe(404)
  expect((await learner.get(`/Academy/api/take/course/${MIXED_COURSE}/`)).text).not.toContain(SECRET_WORD)
})

test('completes a text when the learner marks it, without any fake watch time', async () => {
  const { complete, lecture, pool, runJobs } = await academyWithMixedCourse()
  await lecture(TEXT)
  await lecture(TEXT)
  expect((await pool.query('select count(*)::int as opened from lecture_openings')).rows).toEqual([{ opened: 1 }])
  expect(await complete(TEXT)).toEqual({ lectureProgress: 33 })
  expect(await complete(AUDIO)).toEqual({ lectureProgress: 66 })
  await runJobs()
  const { rows } = await pool.query(
    'select l.slug, c.is_played from lecture_completions c join lectures l on l.id = c.lecture_id order by l.position',
  )
  expect(rows, 'audio counts as played only after it was').toEqual([
    { slug: TEXT, is_played: true },
    { slug: AUDIO, is_played: false },
  ])
  expect((await pool.query('select 1 from playback_positions')).rows).toEqual([])
})

test('counts who opened and who completed a text where learners stop', async () => {
  const { as, id, member, purchase, pool, lecture, complete } = await academyWithMixedCourse()
  await lecture(TEXT)
  await complete(TEXT)
  for (let n = 0; n < 9; n += 1) {
    const nurse = await member()
    await purchase(nurse.id, id)
    const url = `/Academy/api/course/${MIXED_COURSE}/lecture/${TEXT}/`
    await as(nurse).get(url)
    if (n < 5) await as(nurse).post(`${url}update/progress/`)
  }
  const editor = as(await member({ role: 'editor' }))
  const { body } = await editor.get(`/Academy/api/studio/products/${id}/engagement/`)
  expect(body.lectures[0]).toMatchObject({
    kind: 'text',
    started: 10,
    finished: 5,
    half: null,
    rewound: null,
    minutes: null,
  })
  expect(body.lectures[1]).toMatchObject({ kind: 'audio', started: null })
  expect(body.biggest_drop).toMatchObject({ before: 10, left: null })
  expect((await pool.query('select count(*)::int as all from lecture_openings')).rows).toEqual([{ all: 10 }])
})

test('finds words of a text only for members with access', async () => {
  const { as, deps, learner, member } = await academyWithMixedCourse()
  await indexNewFiles(deps)
  const search = async (caller: typeof learner) =>
    (await caller.post('/Academy/api/search/', { words: SECRET_WORD })).text
  expect(await search(learner)).toContain(TEXT)
  expect(await search(as(await member()))).not.toContain(TEXT)
})

test('gives visitors a text as the free lecture, and nothing to play', async () => {
  const { as } = await academyWithMixedCourse()
  const visitor = as(undefined)
  const sample = `/Academy/api/course/${MIXED_COURSE}/sample/`
  expect((await visitor.get(sample)).body).toMatchObject({
    kind: 'text',
    seconds: null,
    lecture_text_html: expect.stringContaining(SECRET_WORD),
  })
  expect((await visitor.post(`${sample}play/`)).status).toBe(404)
})

test('plays audio as the free lecture', async () => {
  const { app, as, content, deps } = await academyWithMixedCourse()
  await writeMixedCourse(content, {
    [TEXT_FILE]: (text) => text.replace('sample: true\n', ''),
    [AUDIO_FILE]: (text) => text.replace('audio:', 'sample: true\naudio:'),
  })
  expect(await importFolder(deps, content, OPERATOR)).not.toHaveProperty('problems')
  const sample = `/Academy/api/course/${MIXED_COURSE}/sample/`
  const visitor = as(undefined)
  expect((await visitor.get(sample)).body).toMatchObject({ kind: 'audio', has_captions: true })
  const { videoURL } = (await visitor.post(`${sample}play/`)).body
  expect((await app.inject({ method: 'GET', url: videoURL, headers: { range: 'bytes=0-9' } })).statusCode).toBe(206)
})

test('exports and imports the same files', async () => {
  const { deps, root } = await academyWithMixedCourse()
  const [first, second] = [path.join(root, 'first'), path.join(root, 'second')]
  await exportFolder(deps, first)
  const read = (at: string, file: string) => readFile(path.join(at, 'courses', MIXED_COURSE, file), 'utf8')
  const text = await read(first, TEXT_FILE)
  expect(text).toContain(`text: |-\n  ## Where to begin\n\n  Look for **${SECRET_WORD}**`)
  expect(text).not.toContain('video:')
  expect(await read(first, AUDIO_FILE)).toContain('audio: "media/02.mp3"')
  const report = await importFolder(deps, first, OPERATOR)
  expect(report).not.toHaveProperty('problems')
  await exportFolder(deps, second)
  for (const file of ['course.md', TEXT_FILE, AUDIO_FILE, `lectures/03-${VIDEO}.md`, 'examination.yaml'])
    expect(await read(second, file)).toBe(await read(first, file))
})

test.each([
  [
    'nothing',
    `text: |\n  ## Where to begin\n\n  Look for **${SECRET_WORD}**, and for who wrote them.\n`,
    '',
    'this lecture has neither a video, an audio file, nor text',
  ],
  [
    'both',
    'text:',
    'audio: media/02.mp3\nvideo: media/03.mp4\ntext:',
    'a lecture can have a video or audio, but not both',
  ],
])('reports a lecture with %s by file', async (_what, from, to, message) => {
  const { content, deps } = await academyWithMixedCourse()
  await writeMixedCourse(content, { [TEXT_FILE]: (text) => text.replace(from, to) })
  const result = await importFolder(deps, content, OPERATOR)
  const problems = 'problems' in result ? result.problems.map(formatProblem) : []
  expect(problems).toEqual([expect.stringMatching(new RegExp(`${TEXT_FILE}:\\d+: ${message}`))])
})

test('reports a lecture without content in the studio, and publishes a video that became a text', async () => {
  const { as, id, lecture, member } = await academyWithMixedCourse()
  const owner = as(await member({ role: 'owner' }))
  const at = `/Academy/api/studio/products/${id}/`
  const set = async (fields: Record<string, unknown>) => {
    const { revision, stands_since } = (await owner.get(at)).body
    const changes = Object.entries(fields).map(([field, to]) => ({ do: 'set', at: field.split('/'), to }))
    return (await owner.post(`${at}changes/`, { revision, stands_since, changes })).body
  }
  const key = (await owner.get(at)).body.plan.lectures[2].id
  expect((await set({ [`lectures/${key}/video`]: null })).findings).toEqual([
    { at: ['lectures', key, 'video'], message: 'This lecture has neither a video, an audio file, nor text.' },
  ])
  expect((await set({ [`lectures/${key}/text`]: 'Read *this* instead.' })).findings).toEqual([])
  const { revision } = (await owner.get(at)).body
  expect((await owner.post(`${at}publish/`, { revision, is_on_sale: true })).status).toBe(200)
  expect(await lecture(VIDEO)).toMatchObject({
    kind: 'text',
    lecture_text_html: '<p>Read <em>this</em> instead.</p>',
  })
})
