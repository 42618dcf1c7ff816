import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachConcurrent } from './for-each-concurrent.ts'

test('runs each task once, four at a time, and reports failures', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `file ${n}`)
  const done: string[] = []
  let atWork = 0
  let max = 0
  await forEachConcurrent(names, async (name) => {
    atWork += 1
    max = Math.max(max, atWork)
    await turn()
    done.push(name)
    atWork -= 1
  })
  expect(done.toSorted()).toEqual(names.toSorted())
  expect(max).toBe(4)
  await expect(forEachConcurrent(names, () => Promise.reject(new Error('The disk is full')))).rejects.toThrow(
    'The disk is full',
  )
})
