import { expect, test } from 'vitest'
import { type Act, may, mayEver, notAllowed, POLICY, type Role, type Staff } from './policy.ts'

const sam: Staff = { kind: 'member', memberId: 'sam', role: 'staff' }
const nora: Staff = { kind: 'member', memberId: 'nora', role: 'learner' }
const operator: Staff = { kind: 'command_line', name: 'root' }

/** The whole policy, a line for each act and a column for each role. */
const TABLE = `
                    | learner | staff
give access         | no      | to others
take access back    | no      | to others
refund              | no      | to others
revoke certificate  | no      | to others
restore certificate | no      | to others
lock account        | no      | to others
make coupon         | no      | yes
end coupon          | no      | yes
make staff          | no      | no
`

test('what each role may do', () => {
  const roles: Role[] = ['learner', 'staff']
  const lines = Object.entries(POLICY).map(([act, rules]) => [act, ...roles.map((role) => rules[role])])
  const cells = [['', ...roles], ...lines]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? []
  const print = (line: string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd()
  expect(cells.map(print).join('\n')).toBe(TABLE.replaceAll(/^\n|\n$/g, ''))
})

test('staff may do to others what nobody may do to what is their own', () => {
  expect(may(sam, 'refund', { memberId: 'nora' })).toBe(true)
  expect(may(sam, 'refund', undefined)).toBe(true)
  expect(may(sam, 'refund', { memberId: 'sam' })).toBe(false)
  expect(notAllowed(sam, 'refund')).toMatchObject({ code: 'forbidden', message: expect.stringContaining('themselves') })
  expect(may(sam, 'make coupon')).toBe(true)
})

test('a learner may do none of it, the command line all of it', () => {
  for (const act of Object.keys(POLICY) as Act[]) {
    expect([act, mayEver('learner', act), may(operator, act as 'refund', { memberId: 'nora' })]).toEqual([
      act,
      false,
      true,
    ])
    expect(may(nora, act as 'refund', { memberId: 'sam' })).toBe(false)
  }
  expect(notAllowed(nora, 'refund').message).toBe('Your account is not allowed to do this.')
})
