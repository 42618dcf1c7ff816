import { expect, test } from 'vitest'
import { readMp3Length } from './mp3-length.rules.ts'

/**
 * Returns silent frames in MPEG 1, 44.1 kHz, mono, and 32 kbit/s, unless the last three bytes of the header are given.
 */
const frames = (
  seconds: number,
  [version = 0xfb, rates = 0x10, channels = 0xc0]: number[] = [],
  samples = 1152,
  hertz = 44_100,
) =>
  Buffer.concat(
    Array.from({ length: Math.round((seconds * hertz) / samples) }, () => {
      const frame = Buffer.alloc(104)
      frame.set([0xff, version, rates, channels])
      return frame
    }),
  )
const STEREO = [0xfb, 0x10, 0]
const MPEG_2 = [0xf3, 0x40, 0xc0]

/** Returns the first frame of a file, which contains no audio but states the recording's length. */
function info(seconds: number): Buffer {
  const frame = frames(1152 / 44_100)
  const count = Math.round((seconds * 44_100) / 1152)
  frame.write('Info', 21, 'latin1')
  frame.writeUInt32BE(3, 25)
  frame.writeUInt32BE(count, 29)
  frame.writeUInt32BE((count + 1) * 104, 33)
  return frame
}

function id3(bytes: number): Buffer {
  const tag = Buffer.alloc(10 + bytes, 0xff)
  tag.write('ID3', 'latin1')
  tag.set([4, 0, 0, (bytes >> 21) & 127, (bytes >> 14) & 127, (bytes >> 7) & 127, bytes & 127], 3)
  return tag
}

const measured = (parts: Buffer[]) => {
  const file = Buffer.concat(parts)
  return readMp3Length((from, length) => Promise.resolve(file.subarray(from, from + length)), file.length)
}

test.each<[string, Buffer[], number]>([
  ['two recordings, each with a header', [id3(0), info(10), frames(10), id3(200), info(35), frames(35)], 45],
  ['a mono introduction before a stereo show', [info(10), frames(10), info(35), frames(35, STEREO)], 45],
  ['recordings with other rates', [frames(10), frames(10, MPEG_2, 576, 22_050)], 20],
  ['a header that states less than there is', [info(10), frames(35)], 35],
  ['a picture in a tag in the middle', [frames(10), id3(300_000), frames(5)], 15],
  ['noise before and in between', [Buffer.alloc(3_000, 0x41), frames(10), Buffer.alloc(5_000, 0xff), frames(5)], 15],
  ['an old tag at the end', [frames(10), Buffer.from('TAG'.padEnd(128))], 10],
])('measures an MP3 by everything it plays: %s', async (_, parts, seconds) => {
  const length = await measured(parts)
  expect(length?.seconds).toBeCloseTo(seconds, 1)
  expect(length?.missing).toBe(0)
})

test('detects the missing bytes of a truncated MP3, also in its second recording', async () => {
  const whole = Buffer.concat([info(10), frames(10), info(35), frames(35)])
  expect(await measured([whole.subarray(0, whole.length - 20_000)])).toMatchObject({ missing: 20_000 })
})

test('gives no length to a file without audio, however large', async () => {
  expect(await measured([Buffer.alloc(1_000_000, Buffer.from([0xff, 0xfb]))])).toBeUndefined()
  expect(await measured([Buffer.from('ID3')])).toBeUndefined()
})
