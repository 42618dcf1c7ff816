import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import listed from './mutations.json' with { type: 'json' }

test.each(listed)('the mutation of $before in $file still applies', ({ file, before }) => {
  expect(readFileSync(file, 'utf8').split(before)).toHaveLength(2)
})
