import { randomFillSync } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'

const PLAYS = path.resolve(import.meta.dirname, '../recordings/plays.mp4')
const CHUNK_BYTES = 1024 ** 2

/** A playable two-second video of exactly this many bytes, padded with data that does not compress. */
export async function writeLargeVideo(place: string, bytes: number): Promise<void> {
  const film = await readFile(PLAYS)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes - film.byteLength)
  head.write('free', 4, 'latin1')
  const chunk = randomFillSync(Buffer.alloc(CHUNK_BYTES))
  const file = await open(place, 'w')
  try {
    await file.write(Buffer.concat([film, head]))
    for (let left = bytes - film.byteLength - head.byteLength; left > 0; left -= CHUNK_BYTES)
      await file.write(chunk, 0, Math.min(left, CHUNK_BYTES))
  } finally {
    await file.close()
  }
}
