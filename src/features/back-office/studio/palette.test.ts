import { expect, test } from 'vitest'
import { createAcademyWithSales } from '../../../../test/harness/academy-with-sales.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

const FIND = '/Academy/api/studio/find/'

test('finds a few members, orders, and products for each role that may see them', async () => {
  const { owner, support, depositions, purchase, member, as, pool } = await createAcademyWithSales()
  const editor = as(await member({ role: 'editor' }))
  const nora = await member({ firstName: 'Nora', lastName: 'Depositions' })
  const id = await purchase(nora.id, depositions.id)
  const { rows } = await pool.query('select order_number from purchases where id = $1', [id])
  const [{ order_number: number }] = rows
  for (let n = 0; n < 6; n += 1) await member({ firstName: 'Ada', lastName: `Number ${n}` })

  const members = [{ id: nora.id, name: 'Nora Depositions', email: nora.email }]
  const orders = [{ order_number: number, item: 'Something bought', buyer: 'Nora Depositions' }]
  const products = [{ id: depositions.id, kind: 'course', name: 'Depositions' }]
  const made = await owner.post('/Academy/api/studio/groups/new/', { name: 'Depositions at St. Mary’s' })
  const groups = [{ id: made.body.id, name: 'Depositions at St. Mary’s', members: 0 }]
  const find = async (as_: typeof owner, words: string) => (await as_.post(FIND, { words })).body
  expect(await find(owner, ' DEPOS ')).toEqual({ members, groups, orders, products })
  expect(await find(support, 'depos')).toEqual({ members, groups, orders, products: [] })
  expect(await find(editor, 'depos')).toEqual({ members: [], groups: [], orders: [], products })
  expect(await find(owner, number)).toEqual({ members, groups: [], orders, products: [] })
  expect(await find(owner, ' ')).toEqual({ members: [], groups: [], orders: [], products: [] })
  expect((await find(owner, 'ada')).members).toHaveLength(5)

  // One statement for the session, one for products, one for orders, one for groups, and three for members.
  const statements = await recordStatements(async () => void (await find(owner, 'depos')))
  expect(statements.length).toBeLessThanOrEqual(7)
})
