import { expect, test } from 'vitest'
import { MAX_CHUNK_BYTES } from '../uploads.rules.ts'
import { createChunkSizer } from './chunk-size.ts'

const MIB = 1024 ** 2

test('grows chunks while they are fast and shrinks them on a slow or failing connection', () => {
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

test('does not retry a size that a proxy rejected, and gives up below the smallest', () => {
  const size = createChunkSizer()
  size.came(200)
  size.came(200)
  expect(size.wasTooLarge()).toBe(true)
  for (let n = 0; n < 10; n += 1) size.came(200)
  expect(size.bytes()).toBe(2 * MIB)
  while (size.bytes() > MIB / 8) expect(size.wasTooLarge()).toBe(true)
  expect(size.wasTooLarge()).toBe(false)
})
