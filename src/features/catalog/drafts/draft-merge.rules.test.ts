import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergePlans } from './draft-merge.rules.ts'

const base = {
  name: 'DME',
  price: '299.00',
  lectures: [
    { id: 'one', name: 'First', text: 'a' },
    { id: 'two', name: 'Second', text: 'b' },
  ],
}
const lecture = (id: string, name: string, text: string) => ({ id, name, text })

test('takes a change made on one side, down to the fields of one lecture', () => {
  const mine = {
    ...base,
    name: 'DME Training',
    lectures: [lecture('one', 'First', 'mine'), lecture('two', 'Second', 'b')],
  }
  const theirs = {
    ...base,
    price: '199.00',
    lectures: [lecture('one', 'The First', 'a'), lecture('two', 'Second', 'b')],
  }
  expect(mergePlans({ base, mine, theirs })).toEqual({
    plan: {
      name: 'DME Training',
      price: '199.00',
      lectures: [lecture('one', 'The First', 'mine'), lecture('two', 'Second', 'b')],
    },
    differences: [],
  })
})

test('reports a field changed on both sides and keeps mine', () => {
  const { plan, differences } = mergePlans({
    base,
    mine: { ...base, name: 'Mine' },
    theirs: { ...base, name: 'Theirs' },
  })
  expect(plan.name).toBe('Mine')
  expect(differences).toEqual([{ at: ['name'], base: 'DME', mine: 'Mine', theirs: 'Theirs' }])
  const three = { base, mine: { ...base, name: 'Mine' }, theirs: { ...base, name: 'Theirs' } }
  expect(mergePlans(three, { name: 'theirs' }).plan.name, 'as was chosen').toBe('Theirs')
})

test('keeps lectures added on either side, in the order that was set', () => {
  const [one, two] = base.lectures
  if (!one || !two) throw new Error('no lectures')
  const mine = { ...base, lectures: [one, lecture('new', 'New', ''), two] }
  const theirs = { ...base, lectures: [two, one, lecture('other', 'Other', '')] }
  const { plan, differences } = mergePlans({ base, mine, theirs })
  expect(plan.lectures.map(({ id }) => id)).toEqual(['two', 'one', 'new', 'other'])
  expect(differences).toEqual([])
})

test('removes a lecture removed on one side, unless the other changed it', () => {
  const [one, two] = base.lectures
  if (!one || !two) throw new Error('no lectures')
  const without = { ...base, lectures: [two] }
  expect(mergePlans({ base, mine: base, theirs: without }).plan.lectures).toEqual([two])
  const worked = { ...base, lectures: [{ ...one, text: 'more' }, two] }
  expect(mergePlans({ base, mine: worked, theirs: without }).differences).toEqual([
    { at: ['lectures', 'one'], base: one, mine: worked.lectures[0], theirs: undefined },
  ])
})

const usual = { noNullPrototype: true }
const lectures = fc.record({ id: fc.constantFrom('p', 'q', 'r', 's'), name: fc.constantFrom('x', 'y') }, usual)
const plans = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'c'),
    price: fc.constantFrom('1', '2'),
    lectures: fc.uniqueArray(lectures, { selector: ({ id }) => id }),
  },
  usual,
)

test('takes theirs entirely when mine is unchanged', () => {
  fc.assert(
    fc.property(plans, plans, (before, after) => {
      expect(mergePlans({ base: before, mine: before, theirs: after })).toEqual({ plan: after, differences: [] })
      expect(mergePlans({ base: before, mine: after, theirs: before })).toEqual({ plan: after, differences: [] })
      expect(mergePlans({ base: before, mine: after, theirs: after })).toEqual({ plan: after, differences: [] })
    }),
  )
})

test('duplicates no lecture id in any merge and loses no added lecture', () => {
  fc.assert(
    fc.property(plans, plans, plans, (before, mine, theirs) => {
      const ids = mergePlans({ base: before, mine, theirs }).plan.lectures.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const old = new Set(before.lectures.map(({ id }) => id))
      const fresh = [...mine.lectures, ...theirs.lectures].map(({ id }) => id).filter((id) => !old.has(id))
      expect(fresh.filter((id) => !ids.includes(id))).toEqual([])
    }),
  )
})
