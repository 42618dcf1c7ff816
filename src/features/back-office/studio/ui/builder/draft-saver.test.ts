import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NoAnswerError } from '#web/client/api.ts'
import { OpenProduct } from '../../builder.contract.ts'
import { type DraftApi, DraftSaver } from './draft-saver.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const begun = OpenProduct.parse({
  id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
  kind: 'document',
  plan: { address: '', name: 'Kit', short: '', price: '', description: '', cover: null, files: [] },
  fields: [],
  files: [],
  findings: [],
  warnings: [],
  revision: 3,
  begun: '2026-11-22T10:00:00.000Z',
  stands_since: null,
  is_on_sale: false,
  address: null,
  differences: [],
  owners: 0,
})

type Body = Parameters<DraftApi['save']>[0]
const BEGUN = '2026-11-22T10:00:00.000Z'
const saved = (revision: number, others: string[] = []) => ({
  revision,
  begun: BEGUN,
  findings: [],
  warnings: [],
  others,
  clashes: [],
})

/** A saver, and an academy that responds to each save with the next of `answers`. */
function saving(...answers: ((body: Body) => unknown)[]) {
  const sent: Body[] = []
  let opened = begun
  const saver = new DraftSaver(begun, {
    save: async (body) => {
      sent.push(structuredClone(body))
      const answer = answers.shift() ?? ((given: Body) => saved(given.revision + 1))
      return (await answer(body)) as never
    },
    open: () => Promise.resolve(opened),
  })
  const type = (field: string, text: string) => {
    for (let end = 1; end <= text.length; end++) saver.set([field], text.slice(0, end))
  }
  const state = () => saver.current().state
  const plan = () => saver.current().worked.plan
  return { saver, sent, type, state, plan, stands: (worked: typeof begun) => (opened = worked) }
}

const values = ({ changes }: Body) => changes.map((change) => [change.at.join('/'), (change as { to?: unknown }).to])

test("saves a text once after the last keystroke, and the next save with the reply's revision", async () => {
  const { sent, type, state } = saving()
  type('name', 'First Kit')
  expect([sent.length, state().kind]).toEqual([0, 'unsaved'])
  await vi.advanceTimersByTimeAsync(700)
  expect(sent.map(values)).toEqual([[['name', 'First Kit']]])
  type('short', 'All')
  await vi.advanceTimersByTimeAsync(700)
  expect(sent.map(({ revision }) => revision)).toEqual([3, 4])
  expect(state().kind).toBe('saved')
})

test('never changes what is being typed during ten slow replies', async () => {
  const slow = (body: Body) => new Promise((resolve) => setTimeout(() => resolve(saved(body.revision + 1)), 3_000))
  const { sent, type, plan, saver } = saving(...Array.from({ length: 10 }, () => slow))
  for (let n = 0; n < 10; n++) {
    type('name', `Version ${n}`)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(plan().name).toBe(`Version ${n}`)
  }
  await vi.advanceTimersByTimeAsync(40_000)
  expect(plan().name).toBe('Version 9')
  expect(values(sent.at(-1) as Body)).toEqual([['name', 'Version 9']])
  expect(sent.length).toBeLessThan(10)
  expect(saver.isBehind).toBe(false)
})

test('reports a failed save and retries it with later changes, losing nothing', async () => {
  const away = () => Promise.reject(new NoAnswerError('Network Error'))
  const broken = () => Promise.reject(new ApiError(502, 'Bad Gateway', {}))
  const { sent, type, state, saver } = saving(away, broken)
  type('name', 'Kit 2')
  await vi.advanceTimersByTimeAsync(700)
  expect(state()).toMatchObject({ kind: 'failed', isTriedAgain: true })
  type('short', 'x')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state().kind).toBe('saved')
  expect(values(sent.at(-1) as Body)).toEqual([
    ['name', 'Kit 2'],
    ['short', 'x'],
  ])
  expect(saver.isBehind).toBe(false)
})

test('shows a validation error on its field until it changes, without retrying', async () => {
  const refusing = () => Promise.reject(new ApiError(400, '', { message: 'No.', fields: { name: ['Too long.'] } }))
  const { sent, type, saver, state } = saving(refusing)
  type('name', 'x')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent.length, saver.current().refused]).toEqual([1, { name: 'Too long.' }])
  expect(state()).toEqual({ kind: 'failed', why: 'No', isTriedAgain: false })
  type('name', 'y')
  await vi.advanceTimersByTimeAsync(700)
  expect([state().kind, saver.current().refused]).toEqual(['saved', {}])
})

test('saves nothing after a conflict until a choice is made, and shows both versions', async () => {
  const clash = () => ({ ...saved(0), revision: null, clashes: [{ at: ['name'], theirs: 'Theirs' }] })
  const { sent, type, state, plan, saver, stands } = saving(clash)
  stands({ ...begun, revision: 8, plan: { ...begun.plan, name: 'Theirs', short: 'Also theirs' } })
  type('name', 'Mine')
  await vi.advanceTimersByTimeAsync(700)
  expect(state()).toEqual({ kind: 'clashing', clashes: [{ at: ['name'], mine: 'Mine', theirs: 'Theirs' }] })
  type('price', '29')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent.length, plan().name]).toEqual([1, 'Mine'])
  await saver.settle({ name: 'mine' })
  expect([plan().name, plan().short, plan().price]).toEqual(['Mine', 'Also theirs', '29'])
  expect(sent.at(-1)).toMatchObject({ revision: 8 })
  expect(values(sent.at(-1) as Body)).toEqual([
    ['name', 'Mine'],
    ['price', '29'],
  ])
})

test("keeps the rest of the editor's own changes after they choose the other editor's version", async () => {
  const clash = () => ({ ...saved(0), revision: null, clashes: [{ at: ['name'], theirs: 'Theirs' }] })
  const { sent, type, plan, saver, stands } = saving(clash)
  stands({ ...begun, revision: 8, plan: { ...begun.plan, name: 'Theirs' } })
  type('price', '29')
  type('name', 'Mine')
  await vi.advanceTimersByTimeAsync(700)
  await saver.settle({ name: 'theirs' })
  expect([plan().name, plan().price]).toEqual(['Theirs', '29'])
  expect(values(sent.at(-1) as Body)).toEqual([['price', '29']])
})

test("shows another editor's saved changes and keeps what is typed meanwhile", async () => {
  const { type, plan, stands } = saving((body) => saved(body.revision + 2, ['short']))
  stands({ ...begun, revision: 5, plan: { ...begun.plan, name: 'Mine', short: 'Of another' } })
  type('name', 'Mine')
  await vi.advanceTimersByTimeAsync(650)
  type('name', 'Mine again')
  await vi.advanceTimersByTimeAsync(10)
  expect([plan().name, plan().short]).toEqual(['Mine again', 'Of another'])
})

test('waits for a save in progress when saving now', async () => {
  const slow = (body: Body) => new Promise((resolve) => setTimeout(() => resolve(saved(body.revision + 1)), 3_000))
  const { saver, sent, type } = saving(slow)
  type('name', 'a')
  await vi.advanceTimersByTimeAsync(700)
  type('name', 'b')
  const done = saver.saveNow()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([await done, sent.length]).toEqual([true, 2])
})

test('splits what exceeds one call into several consecutive saves', async () => {
  const { saver, sent, state } = saving()
  const names = Array.from({ length: 1_000 }, (_, n) => `k${n}`)
  saver.change(
    ...names.map((id) => ({ do: 'add' as const, at: ['files'], item: { id, options: ['a', 'b'] }, after: null })),
  )
  expect(await saver.saveNow()).toBe(true)
  expect(sent.flatMap(({ changes }) => changes.map((change) => (change as { item: { id: string } }).item.id))).toEqual(
    names,
  )
  expect(sent.length).toBeGreaterThan(2)
  for (const { changes } of sent) {
    expect(changes.length).toBeLessThanOrEqual(500)
    expect(JSON.stringify(changes).match(/[,[{]/g)?.length).toBeLessThan(2_000)
  }
  expect(sent.map(({ revision }) => revision)).toEqual(sent.map((_, index) => 3 + index))
  expect(state().kind).toBe('saved')
})

test("does not overwrite another editor's change to the same part, and shows both", async () => {
  const slow = (body: Body) =>
    new Promise((resolve) => setTimeout(() => resolve(saved(body.revision + 2, ['name'])), 1_000))
  const { sent, type, state, stands } = saving(slow)
  stands({ ...begun, revision: 5, plan: { ...begun.plan, name: 'Of another', short: 'x' } })
  type('short', 'x')
  await vi.advanceTimersByTimeAsync(700)
  type('name', 'Mine')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state()).toEqual({ kind: 'clashing', clashes: [{ at: ['name'], mine: 'Mine', theirs: 'Of another' }] })
  expect(sent).toHaveLength(1)
})
