import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { findUpload, insertUpload } from './uploads.queries.ts'
import { createWriters as writersOf, type WriteLease } from './writers.service.ts'

async function startedUpload() {
  const { deps, member, pool } = await testAcademy()
  const { id: memberId } = await member({ role: 'editor' })
  const by = { memberId, role: 'editor' } as const
  const id = randomUUID()
  await insertUpload(deps.db, { id, memberId, use: 'handout', name: 'notes.zip', bytes: 100, now: deps.now() })
  const writers = writersOf(deps)
  const nobody = () => {}
  return {
    writers,
    pool,
    by,
    begin: async (from?: number): Promise<WriteLease> => {
      const writing = await writers.begin({ id, by, ...(from !== undefined && { from }) }, nobody)
      if (!writing) throw new Error('Somebody else is writing')
      return writing
    },
    /** Tries to write as another process would. */
    elsewhere: () => writersOf(deps).begin({ id, by, from: 10 }, nobody),
    received: async () => (await findUpload(deps.db, { id, memberId }))?.received,
  }
}

/** Simulates a disk that syncs data only on request. */
function disk() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { keep: () => promise, hasIt: resolve, fails: () => reject(new Error('The disk is gone')) }
}

test.each([
  ['locked', 'update members set locked_at = now() where id = $1'],
  ['given another role', `update members set staff_role = 'support' where id = $1`],
])('does not count a chunk whose sender is %s while it arrives', async (_, statement) => {
  const { begin, received, pool, by } = await startedUpload()
  const writing = await begin(0)
  await pool.query(statement, [by.memberId])
  await expect(writing.count(10, () => Promise.resolve())).rejects.toMatchObject({ code: 'forbidden' })
  expect(await received()).toBe(0)
})

test('receives the next chunk while the disk writes the previous one, and counts each once it is on disk', async () => {
  const { writers, begin, elsewhere, received } = await startedUpload()
  const [one, two] = [disk(), disk()]
  const first = await begin(0)
  const firstCounted = first.count(10, one.keep)
  expect(await first.mayAnswerEarly()).toBe(true)

  const second = await begin(10)
  expect(second.upload.received).toBe(10)
  expect(await received()).toBe(0)
  const secondCounted = second.count(25, two.keep)
  two.hasIt()
  let isAnswered = false
  const answering = second.mayAnswerEarly().then((may) => (isAnswered = may))
  expect(await elsewhere()).toBeUndefined()
  // Responses may be one chunk ahead of the disk, but not two.
  expect([isAnswered, await received()]).toEqual([false, 0])

  one.hasIt()
  expect([await firstCounted, await secondCounted, await answering]).toEqual([true, true, true])
  expect(await received()).toBe(25)
  await writers.atRest()
  expect((await begin(25)).upload).toMatchObject({ received: 25 })
})

test('reports only what is on disk to requests for the offset and to resumes elsewhere', async () => {
  const { begin } = await startedUpload()
  for (const from of [undefined, 3]) {
    const one = disk()
    const first = await begin()
    const to = first.upload.received + 10
    const counted = first.count(to, one.keep)
    const asking = begin(from)
    one.hasIt()
    expect(await counted).toBe(true)
    const asked = await asking
    expect(asked.upload.received).toBe(to)
    await asked.stop()
  }
})

test('does not count what the disk lost or anything after it, and makes later replies wait for the disk', async () => {
  const { begin, received } = await startedUpload()
  const one = disk()
  const first = await begin(0)
  const firstCounted = first.count(10, one.keep)
  const second = await begin(10)
  const secondCounted = second.count(20, async () => {})
  one.fails()
  await expect(firstCounted).rejects.toThrow('The disk is gone')
  expect([await second.mayAnswerEarly(), await secondCounted, await received()]).toEqual([false, false, 0])

  const again = await begin(0)
  expect(await again.mayAnswerEarly()).toBe(false)
  expect([await again.count(10, async () => {}), await received()]).toEqual([true, 10])
  const next = await begin(10)
  expect(await next.mayAnswerEarly()).toBe(true)
  // A request that sent nothing releases its lease.
  await next.stop()
  expect((await begin(10)).upload.received).toBe(10)
})
