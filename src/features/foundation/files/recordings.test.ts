import { cp, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { beforeAll, expect, test } from 'vitest'
import {
  readContent,
  openSourceFolder,
  type SourceFolder,
} from '#features/foundation/product-folders/product-folders.public.ts'
import { buildMp4Head } from './quicktime.rules.ts'
import { findHeavyVideoWarnings } from './playability.rules.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../test/recordings')

let folder = ''
let source: SourceFolder
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'academy-recordings-'))
  await cp(RECORDINGS, folder, { recursive: true })
  source = await openSourceFolder(folder)
  return () => rm(folder, { recursive: true })
})

const copy = 'Make a copy that all browsers can play, and use that: ffmpeg -i'

test.each([
  [
    'hevc.mp4',
    `uses HEVC (H.265), which not all browsers play. ${copy} hevc.mp4 -c:v libx264 -pix_fmt yuv420p -c:a copy`,
  ],
  [
    'mpeg4-part-2.mp4',
    `uses MPEG-4 part 2 (DivX, Xvid), which not all browsers play. ${copy} mpeg4-part-2.mp4 -c:v libx264`,
  ],
  [
    'ten-bit.mp4',
    'uses H.264 with more than 8 bits or other color sampling (avc1.7a000a), which not all browsers play. ',
  ],
  ['mp3-inside.mp4', `has audio in MP3, which not all browsers play. ${copy} mp3-inside.mp4 -c:v copy -c:a aac`],
  ['hevc.mov', `uses HEVC (H.265), which not all browsers play. ${copy} hevc.mov -c:v libx264`],
  [
    'uncompressed-audio.mov',
    `has audio in an uncompressed format (PCM), which not all browsers play. ${copy} uncompressed-audio.mov -c:v copy -c:a aac`,
  ],
  [
    'in-pieces.mp4',
    `is in a fragmented streaming format, so viewers can’t skip ahead or back. ${copy} in-pieces.mp4 -c:v copy -c:a copy`,
  ],
  ['no-picture.mp4', 'has audio but no video: in a podcast, list it under the key audio'],
  ['matroska.mp4', `is not an MP4 video. ${copy} matroska.mp4 -c:v libx264`],
  ['plays.m4a', 'must be a file that ends in .mp4, .mov. Make a copy'],
])('rejects %s as a video: it %s', async (name, said) => {
  const found = await source.file('', name, 'video')
  expect(found).toEqual({ wrong: expect.stringContaining(`${name} ${said}`) })
  const line = /ffmpeg .*/.exec('wrong' in found ? found.wrong : '')?.[0] ?? 'ffmpeg -movflags +faststart none-web.mp4'
  expect(line).toMatch(/-movflags [+]faststart [\w-]+-web[.]mp4$/)
})

test('rejects audio that only some browsers play', async () => {
  expect(await source.file('', 'alac.m4a', 'audio')).toEqual({
    wrong: `alac.m4a has audio in Apple Lossless (ALAC), which not all browsers play. ${copy} alac.m4a -vn -c:a aac -movflags +faststart alac-web.m4a`,
  })
})

test.each([
  ['plays.mp4', 'video', 3000, 'is incomplete: 2256 bytes are missing at the end'],
  ['index-at-end.mp4', 'video', 2000, 'is incomplete'],
  ['plays.mp4', 'video', 36, 'is damaged or incomplete: its index is missing'],
  ['in-pieces.mp4', 'video', 4000, 'is incomplete'],
  ['iphone.mov', 'video', 12_000, 'is incomplete'],
  ['plays.m4a', 'audio', 1500, 'is incomplete'],
  ['plays.mp3', 'audio', 1000, 'is incomplete: 1421 bytes are missing at the end'],
] as const)('detects a truncated %s as %s from the first %d bytes: %s', async (name, use, bytes, said) => {
  await writeFile(path.join(folder, `cut-${name}`), (await readFile(path.join(folder, name))).subarray(0, bytes))
  expect(await source.file('', `cut-${name}`, use)).toEqual({ wrong: expect.stringContaining(`cut-${name} ${said}`) })
})

test('rejects a recording without a length and survives noise in its index', async () => {
  const bytes = await readFile(path.join(folder, 'plays.mp4'))
  const tables = bytes.indexOf('stts')
  for (let seed = 1; seed < 20; seed += 1) {
    const noisy = Buffer.from(bytes)
    noisy.writeUInt32BE((seed * 2_654_435_761) >>> 0, bytes.indexOf('moov') + ((seed * 37) % 1500))
    await writeFile(path.join(folder, 'noisy.mp4'), noisy)
    await source.file('', 'noisy.mp4', 'video')
  }
  const empty = Buffer.from(bytes)
  for (let at = tables; at !== -1; at = empty.indexOf('stts', at + 4)) empty.writeUInt32BE(0, at + 8)
  await writeFile(path.join(folder, 'empty.mp4'), empty)
  expect(await source.file('', 'empty.mp4', 'video')).toEqual({
    wrong: 'empty.mp4 is damaged or incomplete: its length can’t be read. Copy it here again, or export it again',
  })
})

test('accepts a playable recording as it is, with its length', async () => {
  for (const [name, use] of [
    ['plays.mp4', 'video'],
    ['plays.m4a', 'audio'],
    ['plays.mp3', 'audio'],
  ] as const) {
    const found = await source.file('', name, use)
    if ('wrong' in found) throw new Error(found.wrong)
    expect(found.seconds).toBeCloseTo(2, 0)
    expect(Buffer.concat(await collectChunks(readContent(found)))).toEqual(await readFile(path.join(folder, name)))
  }
})

test('moves an index at the end to the front, always with the same bytes, and keeps video and audio unchanged', async () => {
  const found = await source.file('', 'index-at-end.mp4', 'video')
  if ('wrong' in found) throw new Error(found.wrong)
  const given = await readFile(path.join(folder, 'index-at-end.mp4'))
  const stored = Buffer.concat(await collectChunks(readContent(found)))
  expect(Buffer.concat(await collectChunks(readContent(found)))).toEqual(stored)
  expect(given.indexOf('mdat')).toBeLessThan(given.indexOf('moov'))
  expect(stored.indexOf('moov')).toBeLessThan(stored.indexOf('mdat'))
  expect(stored).toHaveLength(given.length)
  expect(await packetsOf(stored)).toEqual(await packetsOf(given))
  await writeFile(path.join(folder, 'stored.mp4'), stored)
  const again = await source.file('', 'stored.mp4', 'video')
  expect(again).toMatchObject({ seconds: found.seconds })
  expect(again, 'nothing is left to be moved').not.toHaveProperty('content')
})

const trackOf = async (bytes: Buffer) => {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(bytes)) })
  const video = await input.getPrimaryVideoTrack()
  return {
    format: (await input.getFormat()).name,
    tracks: (await input.getTracks()).map(({ type }) => type),
    rotation: await video?.getRotation(),
    width: await video?.getDisplayWidth(),
    height: await video?.getDisplayHeight(),
  }
}

async function convert(name: string): Promise<Buffer> {
  const found = await source.file('', name, 'video')
  if ('wrong' in found) throw new Error(found.wrong)
  expect(found).toMatchObject({ name: name.replace('.mov', '.mp4'), contentType: 'video/mp4' })
  expect(found.seconds).toBeCloseTo(2, 0)
  const stored = Buffer.concat(await collectChunks(readContent(found)))
  expect(Buffer.concat(await collectChunks(readContent(found)))).toEqual(stored)
  return stored
}

test('converts the movie of a phone to MP4: the same video and audio, rotated, without where it was recorded', async () => {
  const given = await readFile(path.join(folder, 'iphone.mov'))
  // Its time code, its spatial audio, and its location are left out.
  expect(await trackOf(given)).toMatchObject({
    format: 'QuickTime File Format',
    tracks: ['video', 'audio', 'audio'],
    rotation: 270,
  })
  expect(given.includes('+40.7')).toBe(true)
  const stored = await convert('iphone.mov')
  expect(await trackOf(stored)).toEqual({
    format: 'MP4',
    tracks: ['video', 'audio'],
    rotation: 270,
    width: 48,
    height: 64,
  })
  expect(stored.includes('+40.7')).toBe(false)
  expect(stored.indexOf('moov')).toBeLessThan(stored.indexOf('mdat'))
  const packets = await packetsOf(stored)
  expect(packets).toEqual((await packetsOf(given)).slice(0, packets.length))

  await writeFile(path.join(folder, 'stored.mp4'), stored)
  const again = await source.file('', 'stored.mp4', 'video')
  expect(again).toMatchObject({ warnings: [] })
  expect(again, 'nothing is left to be converted').not.toHaveProperty('content')
  // Some programs write QuickTime under the name of an MP4.
  expect(await trackOf(await convert('quicktime.mp4'))).toMatchObject({ format: 'MP4' })
})

test('builds no index, or another one, from an index with noise, in time', async () => {
  const bytes = await readFile(path.join(folder, 'iphone.mov'))
  const from = bytes.indexOf('moov') - 4
  const index = bytes.subarray(from)
  const media = [{ from: bytes.indexOf('mdat') - 4, to: from }]
  const clean = buildMp4Head(index, media)
  expect(clean?.length).toBeGreaterThan(1000)
  const used = process.cpuUsage()
  let converted = 0
  for (let seed = 1; seed < 3_000; seed += 1) {
    const noisy = Buffer.from(index)
    noisy.writeUInt32BE((seed * 2_654_435_761) >>> 0, (seed * 71) % (index.length - 4))
    if (buildMp4Head(noisy, media)) converted += 1
  }
  expect(converted).toBeGreaterThan(100)
  expect(converted).toBeLessThan(2_900)
  expect(buildMp4Head(index, [])).toBeUndefined()
  expect(buildMp4Head(index, [{ from: 0, to: 100 }])).toBeUndefined()
  expect(process.cpuUsage(used).user / 1e6).toBeLessThan(5)
})

test('warns about a video with more than 1080p or 8 Mb per second, but not about one held upright', () => {
  const warn = (width: number, height: number, megabits: number) =>
    findHeavyVideoWarnings(
      { seconds: 100, tracks: [{ type: 'video', codec: 'avc', profile: undefined, size: { width, height } }] },
      { bytes: (megabits * 100e6) / 8, name: 'my video.mov' },
    ).map(({ message }) => message)
  expect(warn(1920, 1080, 7.9)).toEqual([])
  expect(warn(1080, 1920, 7.9)).toEqual([])
  expect(warn(3840, 2160, 5)).toEqual([
    "This video has 3840 × 2160 pixels, more than 1080p, so playback may pause on slow connections. To make it smaller, use HandBrake with the preset Fast 1080p30, or run ffmpeg -i 'my video.mov' -vf scale=-2:1080 -c:v libx264 -pix_fmt yuv420p -c:a copy -movflags +faststart 'my video-web.mp4' and upload the result.",
  ])
  expect(warn(2160, 3840, 5)[0]).toContain('-vf scale=1080:-2 ')
  expect(warn(1920, 1080, 17.2)[0]).toContain('has 17.2 Mb per second, more than 8')
})

test.skipIf(isEveryChange)('converts a movie of more than four gigabytes, with longer offsets', async () => {
  const given = await readFile(path.join(folder, 'iphone.mov'))
  const index = given.indexOf('moov') - 4
  const GAP = 4 * 2 ** 30
  // As cameras do: the box of video and audio gets a longer size in the space before it.
  const head = Buffer.from(given.subarray(0, index))
  const wide = head.indexOf('wide') - 4
  head.writeUInt32BE(1, wide)
  head.write('mdat', wide + 4, 'latin1')
  head.writeBigUInt64BE(BigInt(index - wide + GAP), wide + 8)
  const file = path.join(folder, 'long.mov')
  await writeFile(file, head)
  await truncate(file, index + GAP)
  const handle = await open(file, 'a')
  await handle.write(given.subarray(index))
  await handle.close()
  const found = await source.file('', 'long.mov', 'video')
  if ('wrong' in found) throw new Error(found.wrong)
  const chunks: Uint8Array[] = []
  for await (const chunk of readContent(found)) {
    chunks.push(chunk)
    if (chunks.length > 2) break
  }
  const start = Buffer.concat(chunks)
  expect(start.includes('co64')).toBe(true)
  expect(start.includes('stco')).toBe(false)
  const packets = await packetsOf(start)
  expect(packets).toEqual((await packetsOf(given)).slice(0, packets.length))
  await rm(file)
})

test.skipIf(isEveryChange)('reads and rearranges a four-gigabyte video in little memory', async () => {
  const GAP = 4 * 2 ** 30
  const ENOUGH = 900 * 2 ** 20
  const given = await readFile(path.join(folder, 'index-at-end.mp4'))
  const index = given.indexOf('moov') - 4
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1)
  head.write('free', 4, 'latin1')
  head.writeBigUInt64BE(BigInt(GAP), 8)
  const file = path.join(folder, 'large.mp4')
  await writeFile(file, Buffer.concat([given.subarray(0, index), head]))
  // This makes a sparse file, which takes no disk space.
  await truncate(file, index + GAP)
  const handle = await open(file, 'a')
  await handle.write(given.subarray(index))
  await handle.close()

  const before = process.memoryUsage().rss
  const found = await source.file('', 'large.mp4', 'video')
  if ('wrong' in found) throw new Error(found.wrong)
  expect(found.seconds).toBeCloseTo(2, 0)
  let bytes = 0
  let max = 0
  let start = Buffer.alloc(0)
  for await (const chunk of readContent(found)) {
    if (bytes < given.length) start = Buffer.concat([start, chunk])
    bytes += chunk.length
    max = Math.max(max, process.memoryUsage.rss())
    if (bytes > ENOUGH) break
  }
  expect(bytes).toBeGreaterThan(ENOUGH)
  expect(start.indexOf('moov')).toBeLessThan(start.indexOf('mdat'))
  // Chunks stay in memory until they are collected, so the bound is a share of the bytes read.
  expect((max - before) / bytes).toBeLessThan(0.3)
})

async function collectChunks(content: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return chunks
}

/** Returns every video and audio packet with its time. */
async function packetsOf(bytes: Buffer): Promise<unknown[]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(bytes)) })
  const packets: unknown[] = []
  for (const track of await input.getTracks())
    for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
      packets.push([track.type, timestamp, Buffer.from(data).toString('hex')])
  expect(packets.length).toBeGreaterThan(20)
  return packets
}
