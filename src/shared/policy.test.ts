import { expect, test } from 'vitest'
import {
  type Permission,
  hasPermission,
  hasPermissionForAny,
  permissionDeniedError,
  POLICY,
  type Role,
  type Staff,
  STAFF_ROLES,
} from './policy.ts'

const sam: Staff = { kind: 'member', memberId: 'sam', role: 'owner' }
const nora: Staff = { kind: 'member', memberId: 'nora', role: 'learner' }
const operator: Staff = { kind: 'command_line', name: 'root' }

/**
 * The whole policy, one line for each permission. There is a column for each role, and one for whether the permission
 * requires that identity was confirmed recently.
 */
const TABLE = `
                        | learner | owner       | editor    | support     | step-up
enter studio            | no      | yes         | yes       | yes         |
see log                 | no      | yes         | no        | yes         |
see whole log           | no      | yes         | no        | no          |
export log              | no      | yes         | no        | no          | yes
see orders              | no      | yes         | no        | yes         |
see members             | no      | yes         | no        | yes         |
export lists            | no      | yes         | no        | no          | yes
give access             | no      | to others   | no        | to others   | yes
bulk enroll             | no      | yes         | no        | yes         | yes
change group            | no      | yes         | no        | no          |
revoke access           | no      | to others   | no        | to others   | yes
refund                  | no      | to others   | no        | to others   | yes
revoke certificate      | no      | to others   | no        | to others   | yes
restore certificate     | no      | to others   | no        | to others   | yes
correct license         | no      | to others   | no        | to others   | yes
end sessions            | no      | to others   | no        | to learners |
lock account            | no      | to others   | no        | to learners | yes
unlock account          | no      | to others   | no        | to learners | yes
change role             | no      | to others   | no        | no          | yes
reset two-factor        | no      | to others   | no        | no          | yes
export sales            | no      | yes         | no        | no          | yes
see evaluations         | no      | yes         | yes       | yes         |
export completions      | no      | yes         | no        | no          | yes
create coupon           | no      | yes         | no        | yes         | yes
change coupon           | no      | yes         | no        | yes         | yes
end coupon              | no      | yes         | no        | yes         |
set up academy          | no      | yes         | no        | no          |
see service settings    | no      | yes         | no        | no          |
change service settings | no      | yes         | no        | no          | yes
see site settings       | no      | yes         | no        | no          |
change site settings    | no      | yes         | no        | no          | yes
see staff               | no      | yes         | no        | no          |
add staff               | no      | yes         | no        | no          | yes
edit content            | no      | yes         | yes       | no          |
publish                 | no      | yes         | yes       | no          |
notify learners         | no      | yes         | yes       | no          |
regrade                 | no      | yes         | yes       | no          |
answer question report  | no      | to others   | to others | no          |
moderate discussions    | no      | yes         | yes       | yes         |
moderate                | no      | to others   | no        | to others   |
mute member             | no      | to others   | no        | to learners |
start or stop selling   | no      | yes         | yes       | no          |
change price            | no      | yes         | no        | no          | yes
change address          | no      | yes         | yes       | no          |
upload files            | no      | yes         | yes       | no          |
remove files            | no      | yes         | yes       | no          |
message learners        | no      | yes         | no        | yes         |
message many learners   | no      | yes         | no        | no          | yes
export member           | no      | to others   | no        | no          | yes
resend email            | no      | to others   | no        | to others   |
change name             | no      | to others   | no        | to learners | yes
change email            | no      | to learners | no        | to learners | yes
delete member           | no      | to others   | no        | no          | yes
`

test('what each role may do', () => {
  const roles: Role[] = ['learner', ...STAFF_ROLES]
  const lines = Object.entries(POLICY).map(([act, rules]) => [
    act,
    ...roles.map((role) => rules[role]),
    rules.stepUp ? 'yes' : '',
  ])
  const cells = [['', ...roles, 'step-up'], ...lines]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? []
  const print = (line: string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd()
  expect(cells.map(print).join('\n')).toBe(TABLE.replaceAll(/^\n|\n$/g, ''))
})

test('staff may not do to their own what they may do for others', () => {
  expect(hasPermission(sam, 'refund', { memberId: 'nora' })).toBe(true)
  expect(hasPermission(sam, 'refund', undefined)).toBe(true)
  expect(hasPermission(sam, 'refund', { memberId: 'sam' })).toBe(false)
  expect(permissionDeniedError(sam, 'refund')).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('your own account'),
  })
  expect(hasPermission(sam, 'create coupon')).toBe(true)
})

test('support locks and unlocks learners, but no staff', () => {
  const kim: Staff = { kind: 'member', memberId: 'kim', role: 'support' }
  for (const act of ['lock account', 'unlock account'] as const) {
    expect(hasPermission(kim, act, { memberId: 'nora', role: 'learner' })).toBe(true)
    for (const role of STAFF_ROLES) expect(hasPermission(kim, act, { memberId: 'sam', role })).toBe(false)
    expect(permissionDeniedError(kim, act).message).toContain('Only an owner')
  }
})

test('a learner may do none of it, the command line all of it', () => {
  for (const act of Object.keys(POLICY) as Permission[]) {
    expect([
      act,
      hasPermissionForAny('learner', act),
      hasPermission(operator, act as 'refund', { memberId: 'nora' }),
    ]).toEqual([act, false, true])
    expect(hasPermission(nora, act as 'refund', { memberId: 'sam' })).toBe(false)
  }
  expect(permissionDeniedError(nora, 'refund').message).toBe(
    'Your account doesn’t have permission to do this. Please ask an owner.',
  )
})

test('no role changes the email of staff', () => {
  expect(hasPermission(sam, 'change email', { memberId: 'kim', role: 'owner' })).toBe(false)
  expect(hasPermission(sam, 'change email', { memberId: 'nora', role: 'learner' })).toBe(true)
  expect(permissionDeniedError(sam, 'change email').message).toContain('own account page')
})
