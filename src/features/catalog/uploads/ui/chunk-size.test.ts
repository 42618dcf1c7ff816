import { expect, test } from 'vitest'
import { MAX_CHUNK_BYTES } from '../uploads.rules.ts'
import { createChunkSizer } from './chunk-size.ts'

const MIB = 1024 ** 2

test('pieces grow while they come quickly, and become smaller on a line that is slow or breaks', () => {
  const size = createChunkSizer()
  expect(size.bytes()).toBe(MIB)
  for (let n = 0; n < 10; n += 1) size.came(200)
  expect(size.bytes()).toBe(MAX_CHUNK_BYTES)
  size.came(3_000)
  expect(size.bytes()).toBe(MAX_CHUNK_BYTES)
  size.came(5_000)
  expect(size.bytes()).toBe(MAX_CHUNK_BYTES / 2)
  size.brokeOff()
  expect(size.bytes()).toBe(MAX_CHUNK_BYTES / 4)
  for (let n = 0; n < 20; n += 1) size.brokeOff()
  expect(size.bytes()).toBe(MIB / 8)
  size.came(200)
  expect(size.bytes()).toBe(MIB / 4)
})

test('what a proxy finds too large is not tried again, and below the smallest nothing is left to try', () => {
  const size = createChunkSizer()
  size.came(200)
  size.came(200)
  expect(size.wasTooLarge()).toBe(true)
  for (let n = 0; n < 10; n += 1) size.came(200)
  expect(size.bytes()).toBe(2 * MIB)
  while (size.bytes() > MIB / 8) expect(size.wasTooLarge()).toBe(true)
  expect(size.wasTooLarge()).toBe(false)
})
