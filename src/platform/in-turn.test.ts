import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('under one key one thing is done after the other, also after one that failed; another key waits for none', async () => {
  const done: string[] = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = inTurn('nora', async () => {
    await gates[0]?.promise
    done.push('first')
    throw new Error('failed')
  })
  const second = inTurn('nora', async () => {
    await gates[1]?.promise
    done.push('second')
    return 2
  })
  gates[1]?.resolve()
  expect(await inTurn('sam', async () => done.push('other'))).toBe(1)
  gates[0]?.resolve()
  await expect(first).rejects.toThrow('failed')
  expect(await second).toBe(2)
  expect(done).toEqual(['other', 'first', 'second'])
})
