import { expect, test } from 'vitest'
import { applyChanges, type Change, findConflicts, updateRevisions, mergeItem } from './plan-changes.ts'
import { processorTime } from '../../test/harness/event-loop-block.ts'

const plan = {
  name: 'DME',
  lectures: [
    { id: 'one', name: 'First', attachments: [] },
    { id: 'two', name: 'Second', attachments: [] },
  ],
}
const set = (at: string[], to: string): Change => ({ do: 'set', at, to })

test('changes a field, a list member, and its position; the given plan stays unchanged', () => {
  const next = applyChanges(plan, [
    set(['name'], 'DME Training'),
    set(['lectures', 'two', 'name'], 'The Second'),
    { do: 'add', at: ['lectures'], item: { id: 'three', name: 'Third' }, after: 'one' },
    { do: 'move', at: ['lectures', 'two'], after: null },
  ])
  expect(next.name).toBe('DME Training')
  expect(next.lectures.map(({ id, name }) => [id, name])).toEqual([
    ['two', 'The Second'],
    ['one', 'First'],
    ['three', 'Third'],
  ])
  expect(plan.lectures).toHaveLength(2)
  expect(applyChanges(plan, [{ do: 'remove', at: ['lectures', 'one'] }]).lectures.map(({ id }) => id)).toEqual(['two'])
})

test.each([
  ['an unknown field', set(['price'], '1')],
  ['a removed lecture', set(['lectures', 'nine', 'name'], 'x')],
  ['the prototype', set(['__proto__', 'name'], 'x')],
  ['an inherited property', set(['constructor'], 'x')],
  ['a text used as a list', { do: 'remove', at: ['name', 'x'] } as Change],
])('does not change %s', (_what, change) => {
  expect(applyChanges(plan, [change])).toEqual(plan)
  expect(({} as Record<string, unknown>)['name']).toBeUndefined()
})

test('edits of different lectures do not conflict; edits of one field do', () => {
  const revisions = updateRevisions({}, [set(['lectures', 'one', 'name'], 'First of all')], 2)
  const now = applyChanges(plan, [set(['lectures', 'one', 'name'], 'First of all')])
  const meets = (change: Change, seen = 1) =>
    findConflicts(now, [change], { seen, revisions }).map(({ theirs }) => theirs)
  expect(meets(set(['lectures', 'two', 'name'], 'x'))).toEqual([])
  expect(meets(set(['lectures', 'one', 'name'], 'x'))).toEqual(['First of all'])
  expect(meets(set(['lectures', 'one', 'name'], 'x'), 2), 'who has seen it').toEqual([])
  expect(meets(set(['lectures', 'one', 'name'], 'First of all')), 'the answer was lost').toEqual([])
  expect(meets({ do: 'remove', at: ['lectures', 'one'] }), 'removing what somebody works on').toHaveLength(1)
  expect(meets({ do: 'move', at: ['lectures', 'one'], after: 'two' }), 'its place').toEqual([])
})

test('reports what was removed meanwhile, and does nothing twice', () => {
  const removed = applyChanges(plan, [{ do: 'remove', at: ['lectures', 'one'] }])
  const revisions = updateRevisions({}, [{ do: 'remove', at: ['lectures', 'one'] }], 2)
  const state = { seen: 1, revisions }
  expect(findConflicts(removed, [set(['lectures', 'one', 'name'], 'x')], state)).toEqual([
    { at: ['lectures', 'one', 'name'], theirs: undefined },
  ])
  expect(findConflicts(removed, [{ do: 'remove', at: ['lectures', 'one'] }], state)).toEqual([])
  const added: Change = { do: 'add', at: ['lectures'], item: { id: 'three', name: 'Third' }, after: null }
  expect(findConflicts(removed, [added, set(['lectures', 'three', 'name'], '3')], state), 'within one save').toEqual([])
  expect(findConflicts(applyChanges(removed, [added]), [added], state), 'once more').toEqual([])
})

test('copies one list member from another list: changed, new in its position, or removed', () => {
  const of = (...ids: string[]) => ids.map((id) => ({ id, name: id.toUpperCase() }))
  const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('')
  expect(mergeItem(of('a', 'b'), [{ id: 'b', name: 'new' }], 'b')).toEqual([...of('a'), { id: 'b', name: 'new' }])
  expect(ids(mergeItem(of('a', 'b'), of('a', 'x', 'n', 'b'), 'n'))).toBe('anb')
  expect(ids(mergeItem(of('a', 'b'), of('n', 'a'), 'n'))).toBe('nab')
  expect(ids(mergeItem(of('a', 'b'), of('a'), 'b'))).toBe('a')
})

test('reports the current value of a path once, however many changes conflict with it', () => {
  const plan = { lectures: [{ id: 'one', name: '1' }] }
  const changes: Change[] = Array.from({ length: 380 }, () => ({ do: 'remove', at: ['lectures'] }))
  expect(findConflicts(plan, changes, { seen: 1, revisions: { lectures: 2 } })).toEqual([
    { at: ['lectures'], theirs: plan.lectures },
  ])
})

test('checks many changes to a large plan without copying it for each', () => {
  const large = {
    lectures: Array.from({ length: 300 }, (_, n) => ({
      id: `l${n}`,
      name: '',
      parts: Array.from({ length: 200 }, String),
    })),
  }
  const changes = Array.from({ length: 400 }, (_, n) => set(['lectures', `l${n % 300}`, 'name'], `x${n}`))
  const clash = () => expect(findConflicts(large, changes, { seen: 1, revisions: {} })).toEqual([])
  expect(processorTime(clash)).toBeLessThan(1_000)
})

test('the revision record stays small after any number of changes, and editors older than its oldest entry get a conflict', () => {
  const wordy = (save: number) =>
    Array.from({ length: 500 }, (_, n) => set(['lectures', `k${save}-${n}`.padEnd(100, 'x'), 'name'], ''))
  // This record is as large as earlier versions could make it.
  let revisions: Record<string, number> = Object.fromEntries(
    Array.from({ length: 60 }, (_, save) => wordy(save).map(({ at }) => [at.join('/'), save + 1] as const)).flat(),
  )
  for (const save of [61, 62]) revisions = { ...updateRevisions(revisions, wordy(save), save) }
  revisions = { ...updateRevisions(revisions, [set(['lectures', 'two', 'name'], 'x')], 63) }
  expect(JSON.stringify(revisions).length).toBeLessThan(100_000)
  const meets = (seen: number) =>
    findConflicts(plan, [set(['lectures', 'one', 'name'], 'x')], { seen, revisions }).length
  expect([meets(60), meets(61), meets(62), meets(63)]).toEqual([1, 1, 0, 0])
})
