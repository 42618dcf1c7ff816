import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('runs the jobs of a member one after another, with other work between them, and rejects too many', async () => {
  const takeTurn = createTurns()
  const log: string[] = []
  const jobs = Array.from({ length: 3 }, (_, number) =>
    takeTurn('nora', async () => {
      log.push(`start ${number}`)
      setImmediate(() => log.push(`other ${number}`))
      await Promise.resolve()
      log.push(`end ${number}`)
      if (number === 1) throw new Error('wrong')
    }),
  )
  expect((await Promise.allSettled(jobs)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(log.slice(0, 8)).toEqual(['start 0', 'end 0', 'other 0', 'start 1', 'end 1', 'other 1', 'start 2', 'end 2'])
  const many = await Promise.allSettled(Array.from({ length: 20 }, () => takeTurn('nora', async () => {})))
  expect(many.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  const endless = takeTurn('nora', () => new Promise(() => {}))
  expect(await takeTurn('ida', async () => 'done')).toBe('done')
  void endless
})
