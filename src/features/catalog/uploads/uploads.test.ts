import { spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { sharp } from '#platform/sharp.ts'
import { lockedPdf, pdf, word } from '../../../../test/canary-files.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { measureBusyStretch } from '../../../../test/harness/measure-busy-stretch.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { getUploadId, getListeningUrl, createUploader } from '../../../../test/harness/uploader.ts'
import { getStagedSize, getStagedPath, getStagingFolder } from './staging.service.ts'
import { MAX_CHUNK_BYTES } from './uploads.rules.ts'
import { findRenderedCover } from './uploads.public.ts'
import { cleanUpUploads } from './uploads.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../test/recordings')
const recording = (name: string) => readFile(path.join(RECORDINGS, name))
const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

const picture = (width: number, height: number) =>
  sharp()({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()

async function academyWithEditor() {
  const academy = await testAcademy()
  const url = await getListeningUrl(academy.app)
  const editor = await academy.member({ role: 'editor' })
  return { ...academy, url, editor, send: createUploader(url, editor.token) }
}

test('stores a file uploaded in chunks unchanged, once however often it is sent, and logs it', async () => {
  const { send, deps, pool, editor } = await academyWithEditor()
  const content = await recording('plays.mp4')
  const { body } = await send.send({ name: 'Interview 1.mp4', use: 'video', content, chunkBytes: 1000 })
  expect(body).toMatchObject({
    state: 'stored',
    file: { name: 'Interview 1.mp4', bytes: content.length, content_type: 'video/mp4' },
  })
  expect(body.file.seconds).toBeCloseTo(2, 0)
  expect(await deps.files.size(sha256Of(content))).toBe(content.length)
  const again = await send.send({ name: 'Interview 1.mp4', use: 'video', content })
  expect(again.body.file.id).toBe(body.file.id)
  expect((await pool.query('select count(*)::int as n from files')).rows).toEqual([{ n: 1 }])
  const { rows } = await pool.query(
    `select kind, actor_member_id as by, subject_name as name from audit_events where kind = 'file.uploaded'`,
  )
  expect(rows).toEqual([
    { kind: 'file.uploaded', by: editor.id, name: 'Interview 1.mp4' },
    { kind: 'file.uploaded', by: editor.id, name: 'Interview 1.mp4' },
  ])
})

test("moves an MP4's index to the front, with the same bytes as an import, and keeps the original's digest", async () => {
  const { send, deps, pool } = await academyWithEditor()
  const content = await recording('index-at-end.mp4')
  const { body } = await send.send({ name: 'late.mp4', use: 'video', content })
  const { rows } = await pool.query<{ sha256: string; given: string }>(
    'select sha256, given_sha256 as given from files where id = $1',
    [body.file.id],
  )
  expect(rows[0]?.given).toBe(sha256Of(content))
  const stored = await deps.files.read(rows[0]?.sha256 ?? '')
  const bytes = stored ? await buffer(stored.content) : Buffer.alloc(0)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  expect(bytes).toHaveLength(content.length)
})

test('stores the movie of a phone as an MP4, with its digest', async () => {
  const { send, deps, pool } = await academyWithEditor()
  const content = await recording('iphone.mov')
  const { body } = await send.send({ name: 'IMG 1.MOV', use: 'video', content })
  expect(body).toMatchObject({ state: 'stored', file: { name: 'IMG 1.mp4', content_type: 'video/mp4' } })
  const { rows } = await pool.query<{ sha256: string }>(
    'select sha256, given_sha256 as given from files where id = $1',
    [body.file.id],
  )
  expect(rows[0]).toMatchObject({ given: sha256Of(content) })
  const stored = await deps.files.read(rows[0]?.sha256 ?? '')
  expect(stored && (await buffer(stored.content)).toString('latin1', 4, 12)).toBe('ftypisom')
})

test('stores SubRip captions as WebVTT, with their transcript, and keeps the original’s digest', async () => {
  const { send, deps, pool } = await academyWithEditor()
  const content = Buffer.from('\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nThe <i>chart</i> comes first.\r\n\r\n')
  const { body } = await send.send({ name: 'First page.SRT', use: 'captions', content })
  expect(body).toMatchObject({ state: 'stored', file: { name: 'First page.vtt', content_type: 'text/vtt' } })
  const { rows } = await pool.query<{ sha256: string }>(
    'select sha256, given_sha256 as given, transcript from files where id = $1',
    [body.file.id],
  )
  expect(rows[0]).toMatchObject({
    given: sha256Of(content),
    transcript: [{ seconds: 1, text: 'The chart comes first.' }],
  })
  const stored = await deps.files.read(rows[0]?.sha256 ?? '')
  expect(stored && (await buffer(stored.content)).toString()).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nThe <i>chart</i> comes first.\n',
  )
  const again = await send.send({ name: 'First page.SRT', use: 'captions', content })
  expect(again.body.file.id).toBe(body.file.id)
})

test('resumes an interrupted upload at its offset, and accepts only the announced size', async () => {
  const { send } = await academyWithEditor()
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)])
  const id = getUploadId(await send.begin({ name: 'worksheet.pdf', use: 'handout', bytes: content.length }))
  expect((await send.sendChunk(id, 0, content.subarray(0, 100_000))).headers.get('upload-offset')).toBe('100000')
  expect((await send.look(id)).headers.get('upload-offset')).toBe('100000')
  // The first request has a wrong offset. The second one has more bytes than were announced.
  expect((await send.sendChunk(id, 0, content.subarray(0, 10))).status).toBe(409)
  expect((await send.sendChunk(id, 100_000, Buffer.concat([content, content]))).status).toBe(413)
  expect((await send.finish(id)).status).toBe(400)
  expect((await send.call('GET', '')).body.uploads).toEqual([
    { id, use: 'handout', name: 'worksheet.pdf', bytes: content.length, received: 100_000 },
  ])
  const { pieces: chunks } = (await send.call('GET', `${id}/pieces/0/`)).body
  expect(chunks).toEqual([{ bytes: 100_000, sha256: sha256Of(content.subarray(0, 100_000)) }])
  expect((await send.sendChunk(id, 100_000, content.subarray(100_000))).status).toBe(204)
  expect((await send.finish(id)).body).toMatchObject({ state: 'stored', file: { bytes: content.length } })
  // Later requests get the same result.
  expect((await send.finish(id)).body).toMatchObject({ state: 'stored' })
  expect((await send.call('GET', '')).body.uploads).toEqual([])
})

test('rejects a chunk that violates the protocol or is too large before storing any of it', async () => {
  const { send } = await academyWithEditor()
  const content = Buffer.alloc(1000)
  const id = getUploadId(await send.begin({ name: 'notes.zip', use: 'handout', bytes: 2 * MAX_CHUNK_BYTES }))
  const said = async (headers: Record<string, string>) => {
    const reply = await send.sendChunk(id, 0, content, headers)
    return [reply.status, await reply.text()]
  }
  expect(await said({ 'tus-resumable': '0.2.2' })).toEqual([412, expect.stringContaining('tus-resumable: 1.0.0')])
  expect(await said({ 'upload-offset': '-5' })).toEqual([400, expect.stringContaining('the start of the chunk')])
  const tooLarge = await send.sendChunk(id, 0, Buffer.alloc(MAX_CHUNK_BYTES + 1))
  expect([tooLarge.status, await tooLarge.text()]).toEqual([413, expect.stringContaining('is too large')])
  expect((await send.look(id)).headers.get('upload-offset')).toBe('0')
  expect((await send.sendChunk(id, 0, Buffer.alloc(MAX_CHUNK_BYTES))).headers.get('upload-offset')).toBe(
    `${MAX_CHUNK_BYTES}`,
  )
})

test('takes four statements per chunk: finding the session, checking the role again, taking the turn, and counting', async () => {
  const { send } = await academyWithEditor()
  const id = getUploadId(await send.begin({ name: 'notes.zip', use: 'handout', bytes: 10 }))
  expect(await countStatements(async () => void (await send.sendChunk(id, 0, Buffer.alloc(10))))).toBe(4)
})

test("keeps everything received when a chunk's connection breaks", async () => {
  const { send, url, editor } = await academyWithEditor()
  const content = randomBytes(3_000_000)
  const id = getUploadId(await send.begin({ name: 'notes.zip', use: 'handout', bytes: content.length }))
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `PATCH /Academy/api/studio/uploads/${id}/ HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Token ${editor.token}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${content.length}\r\n\r\n`,
  )
  socket.write(content.subarray(0, 1_500_000))
  await sleep(500)
  socket.destroy()
  await sleep(300)
  const received = Number((await send.look(id)).headers.get('upload-offset'))
  expect(received).toBeGreaterThan(1_000_000)
  const { pieces: chunks } = (await send.call('GET', `${id}/pieces/0/`)).body
  expect(chunks).toEqual([{ bytes: received, sha256: sha256Of(content.subarray(0, received)) }])
  expect((await send.sendChunk(id, received, content.subarray(received))).headers.get('upload-offset')).toBe('3000000')
})

test('counts one of several simultaneous writers, whose bytes are stored consistently', async () => {
  const { send, deps } = await academyWithEditor()
  const [one, other] = [Buffer.alloc(4_000_000, 'one '), Buffer.alloc(4_000_000, 'two ')]
  const id = getUploadId(await send.begin({ name: 'notes.zip', use: 'handout', bytes: one.length }))
  const replies = await Promise.all([one, other, one, other].map((content) => send.sendChunk(id, 0, content)))
  // By then, the writer that was replaced has written what it received.
  const written = replies.filter(({ status, headers }) => status === 204 && headers.get('upload-offset') !== '0')
  expect(written).toHaveLength(1)
  expect(replies.every(({ status }) => [204, 409, 423].includes(status))).toBe(true)
  const received = Number((await send.look(id)).headers.get('upload-offset'))
  expect(written[0]?.headers.get('upload-offset')).toBe(String(received))
  const staged = await readFile(getStagedPath(deps.config, id))
  const winner = staged[0] === one[0] ? one : other
  expect(staged.subarray(0, received).equals(winner.subarray(0, received))).toBe(true)
})

test('rejects a file unfit for its purpose with instructions, and stores nothing', async () => {
  const { send, pool } = await academyWithEditor()
  const [tall, whole] = await Promise.all([picture(40, 20_000), picture(300, 300)])
  const captions = (text: string) => ({ name: 'a.vtt', use: 'captions', content: Buffer.from(text) })
  for (const [file, wrong] of [
    [
      { name: 'old.mp4', use: 'video', content: await recording('hevc.mp4') },
      /^uses HEVC .* On an iPhone, choose Settings, Camera, Formats, Most Compatible .* HandBrake .* run ffmpeg -i old\.mp4/,
    ],
    [
      { name: 'cut.mp4', use: 'video', content: (await recording('plays.mp4')).subarray(0, 3000) },
      /^is incomplete: .*Export it again/,
    ],
    [
      { name: 'page.pdf', use: 'handout', content: Buffer.from('<html><script>alert(1)</script>') },
      /^is not a PDF file$/,
    ],
    [{ name: 'x.svg', use: 'picture', content: Buffer.from('<svg onload="alert(1)"/>') }, /^contains a script/],
    [{ name: 'x.png', use: 'cover', content: Buffer.from('\u0089PNG\r\n\u001a\nnothing', 'latin1') }, /can’t be read/],
    [{ name: 'tall.png', use: 'cover', content: tall }, /^is too tall: it is 40 × 20000 pixels/],
    [{ name: 'plan.png', use: 'handout', content: whole.subarray(0, -40) }, /^is damaged or incomplete/],
    [
      { name: 'text.mp4', use: 'video', content: Buffer.from('a text') },
      /^is not an MP4 video\. To convert it, use HandBrake/,
    ],
    [{ name: 'picture.mp4', use: 'video', content: whole }, /^is not an MP4 video: its content is a PNG image/],
    [captions('WEBVTT\n\n00:05.000 --> 00:02.000\nGood morning.\n'), /^has errors$/],
    [
      { name: 'a.srt', use: 'captions', content: whole },
      /^is not a WebVTT or SubRip file: its content is a PNG image$/,
    ],
  ] as const) {
    const { body } = await send.send(file)
    expect(body).toEqual({
      state: 'refused',
      file: null,
      wrong: expect.stringMatching(wrong),
      mistakes: expect.anything(),
    })
  }
  const { body } = await send.send(captions('WEBVTT\n\n00:05.000 --> 00:02.000\nGood morning.\n'))
  expect(body.mistakes).toEqual([{ line: 3, message: 'this caption ends before it begins' }])
  expect((await pool.query('select from files')).rowCount).toBe(0)
  // These files are rejected before they are uploaded.
  for (const [file, status, words] of [
    [{ name: 'page.html', use: 'handout', bytes: 10 }, 400, /page\.html isn’t supported/],
    [{ name: 'a.sbv', use: 'captions', bytes: 10 }, 400, /a\.sbv isn’t supported\. Upload a file of type VTT or SRT/],
    [{ name: 'big.mp4', use: 'video', bytes: 5 * 1024 ** 3 }, 400, /is too large \(5\.4 GB\)\. The maximum is 4\.3 GB/],
    [{ name: 'a.mp4', use: 'film', bytes: 10 }, 400, /purpose of the file/],
  ] as const) {
    const reply = await send.begin(file)
    expect([reply.status, await reply.text()]).toEqual([status, expect.stringMatching(words)])
  }
})

test("warns an author whose stored file others can't open, or that contains more than it shows", async () => {
  const { send } = await academyWithEditor()
  const upload = async (name: string, content: Uint8Array) => (await send.send({ name, use: 'handout', content })).body
  expect(await upload('locked.pdf', lockedPdf)).toMatchObject({
    state: 'stored',
    file: { warnings: [{ message: expect.stringContaining('This PDF needs a password to open') }] },
  })
  expect(await upload('notes.docx', word)).toMatchObject({
    file: { warnings: [{ message: expect.stringContaining('contains deleted text, hidden text, and comments') }] },
  })
  expect((await upload('three.pdf', pdf(3))).file.warnings).toBeUndefined()
})

test.skipIf(isEveryChange)('renders a cover in all widths and both formats', async () => {
  const { send, db } = await academyWithEditor()
  const content = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="9" height="9"/></svg>',
  )
  const { body } = await send.send({ name: 'cover.svg', use: 'cover', content })
  const drawn = await findRenderedCover(db, body.file.id)
  expect(drawn.map(({ format, width }) => `${format} ${width}`)).toEqual([
    'avif 480',
    'avif 800',
    'avif 1280',
    'webp 480',
    'webp 800',
    'webp 1280',
  ])
})

test('keeps an upload private to its owner, and deletes it when canceled', async () => {
  const { send, url, member, deps } = await academyWithEditor()
  const id = getUploadId(await send.begin({ name: 'notes.zip', use: 'handout', bytes: 10 }))
  const others = [await member({ role: 'owner' }), await member({ role: 'support' }), await member()]
  for (const { token } of others) {
    const other = createUploader(url, token)
    const statuses = [await other.look(id), await other.sendChunk(id, 0, Buffer.from('PK')), await other.cancel(id)]
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await other.call('GET', `${id}/pieces/0/`)).status).toBe(404)
    expect((await other.call('POST', `${id}/finish/`)).status).toBe(404)
  }
  expect((await send.look(id)).status).toBe(200)
  const foreign = await send.sendChunk(id, 0, Buffer.from('PK'), { origin: 'https://elsewhere.example' })
  expect(foreign.status).toBe(403)
  expect((await send.cancel(id)).status).toBe(204)
  expect((await send.look(id)).status).toBe(404)
  expect(await getStagedSize(getStagedPath(deps.config, id))).toBeUndefined()
})

test('cleans up abandoned uploads after three days, and orphaned files', async () => {
  const { send, deps, setTime } = await academyWithEditor()
  const given = { name: 'notes.zip', use: 'handout', bytes: 10 }
  const [old, young] = [getUploadId(await send.begin(given)), getUploadId(await send.begin(given))]
  await writeFile(getStagedPath(deps.config, randomUUID()), 'nobody’s')
  const days = (many: number) => new Date(Date.now() + many * 24 * 60 * 60_000)
  setTime(days(2))
  expect((await send.sendChunk(young, 0, Buffer.from('PK'))).status).toBe(204)
  expect((await send.look(young)).headers.get('upload-offset')).toBe('2')
  setTime(days(3.5))
  await cleanUpUploads(deps)
  expect(await readdir(getStagingFolder(deps.config))).toEqual([young])
  expect((await send.call('GET', '')).body.uploads).toMatchObject([{ id: young, received: 2 }])
  expect((await send.look(old)).status).toBe(404)
})

test('limits a staff member to sixty unfinished uploads', async () => {
  const { send } = await academyWithEditor()
  const given = { name: 'notes.zip', use: 'handout', bytes: 10 }
  for (let n = 0; n < 60; n += 1) expect((await send.begin(given)).status).toBe(201)
  const reply = await send.begin(given)
  expect([reply.status, await reply.text()]).toEqual([429, expect.stringContaining('finish or cancel some')])
})

const createSmallDisk = (megabytes: number) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-small-disk-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0
  onTestFinished(() => {
    if (isMounted) spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return isMounted ? folder : undefined
}

test.skipIf(isEveryChange)(
  'keeps what was received on a full disk and continues when there is space again',
  async ({ skip }) => {
    const folder = createSmallDisk(240)
    if (folder === undefined) return skip('no file system can be mounted here')
    const { app, member } = await testAcademy({
      change: (deps) => ({
        ...deps,
        config: { ...deps.config, files: { kind: 'folder', folder } },
        files: createFolderFiles(folder),
      }),
    })
    const send = createUploader(await getListeningUrl(app), (await member({ role: 'editor' })).token)
    const tooLarge = await send.begin({ name: 'large.zip', use: 'handout', bytes: 60_000_000 })
    expect([tooLarge.status, await tooLarge.text()]).toEqual([
      503,
      expect.stringContaining('The disk does not have enough space'),
    ])
    const content = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(6_000_000)])
    const id = getUploadId(await send.begin({ name: 'notes.zip', use: 'handout', bytes: content.length }))
    await writeFile(path.join(folder, 'filler'), Buffer.alloc(237 * 1024 ** 2))
    const full = await send.sendChunk(id, 0, content)
    expect([full.status, await full.text()]).toEqual([503, expect.stringContaining('The upload so far is saved')])
    const received = Number((await send.look(id)).headers.get('upload-offset'))
    expect(received).toBeLessThan(content.length)
    await rm(path.join(folder, 'filler'))
    expect((await send.sendChunk(id, received, content.subarray(received))).status).toBe(204)
    expect((await send.finish(id)).body).toMatchObject({ state: 'stored', file: { bytes: content.length } })
  },
)

test.skipIf(isEveryChange)(
  'blocks no one while thirty simultaneous uploads are checked and stored',
  { timeout: 60_000 },
  async () => {
    const { url, member } = await academyWithEditor()
    const senders = await Promise.all(
      [1, 2, 3].map(async () => createUploader(url, (await member({ role: 'owner' })).token)),
    )
    const video = await recording('index-at-end.mp4')
    const send = async (n: number) => {
      const room = Buffer.alloc(2_000_000, n)
      room.writeUInt32BE(room.length)
      room.write('free', 4, 'latin1')
      return senders[n % 3]?.send({ name: `${n}.mp4`, use: 'video', content: Buffer.concat([video, room]) })
    }
    await send(0)
    let replies: Awaited<ReturnType<typeof send>>[] = []
    const busyMs = await measureBusyStretch(async () => {
      replies = await Promise.all(Array.from({ length: 30 }, (_, n) => send(n + 1)))
    })
    expect(replies.map((reply) => reply?.body.state)).toEqual(replies.map(() => 'stored'))
    // The client runs on this thread, too. `npm run bench -- uploads` measures the academy alone.
    expect(busyMs).toBeLessThan(40)
  },
)

test('serves files so that none executes when opened directly', async () => {
  const { send, url } = await academyWithEditor()
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj')
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
  )
  for (const [file, disposition] of [
    [{ name: 'a.pdf', use: 'handout', content: pdf }, 'inline'],
    [{ name: 'a.svg', use: 'picture', content: svg }, 'attachment'],
    [
      { name: 'a.zip', use: 'handout', content: Buffer.from('PK\u0003\u0004<html><script>alert(1)</script>') },
      'attachment',
    ],
  ] as const) {
    const { body } = await send.send(file)
    const { body: where } = await send.address(body.file.id)
    const { headers } = await fetch(url + where.address)
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`))
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toContain('script-src')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})
