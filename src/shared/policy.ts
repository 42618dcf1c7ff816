import { AppError } from './app-error.ts'

/** Who works for the academy, on its pages: for everything, for what is taught, or for people and their orders. */
export const STAFF_ROLES = ['owner', 'editor', 'support'] as const

export type StaffRole = (typeof STAFF_ROLES)[number]

/** What an account may be. */
export type Role = 'learner' | StaffRole

/** Who works for the academy: an account on its pages, whatever its role lets it do, or whoever types on its command line. */
export type Staff = { kind: 'member'; memberId: string; role: Role } | { kind: 'command_line'; name: string }

/** A thing that is somebody's: a purchase, a certificate, an account. */
type OfMember = { readonly memberId: string }

/** An account, with what it is: not all of staff may do it to staff. */
type OfAccount = OfMember & { readonly role: Role }

/** Every act that takes a right, with what it is done to: something of a member, or nothing that is anybody's. */
type Subjects = {
  'see orders': null
  'see members': null
  'give access': OfMember
  'take access back': OfMember
  /** Undefined: a payment whose purchase is gone. */
  refund: OfMember | undefined
  'revoke certificate': OfMember
  'restore certificate': OfMember
  'lock account': OfAccount
  'unlock account': OfAccount
  'change role': OfMember
  'reset factor': OfMember
  'make coupon': null
  'end coupon': null
  'make staff': null
  'put on or off sale': null
  'change price': null
  'change address': null
  'export member': OfMember
  'erase member': OfMember
  /** A letter that a member had before, or should have had. */
  'mail again': OfMember
  'change email': OfMember
}

export type Act = keyof Subjects

/** `to others`: done to what is somebody else's, never to one's own. `to learners`: to accounts that are not staff's. */
export type Rule = 'no' | 'yes' | 'to others' | 'to learners'

type RuleFor<Subject> = Subject extends null
  ? 'no' | 'yes'
  : Subject extends OfAccount
    ? Rule
    : Exclude<Rule, 'to learners'>

/**
 * What each role may do. The command line has no column, it may do everything: whoever can type there can change the database, too.
 * A test prints this table.
 */
export const POLICY: {
  readonly [A in Act]: Readonly<Record<Role, RuleFor<Subjects[A]>>>
} = {
  'see orders': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes' },
  'see members': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes' },
  'give access': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  'take access back': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  refund: { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  'revoke certificate': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  'restore certificate': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  'lock account': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners' },
  'unlock account': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners' },
  'change role': { learner: 'no', owner: 'to others', editor: 'no', support: 'no' },
  'reset factor': { learner: 'no', owner: 'to others', editor: 'no', support: 'no' },
  'make coupon': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes' },
  'end coupon': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes' },
  'make staff': { learner: 'no', owner: 'no', editor: 'no', support: 'no' },
  'put on or off sale': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'change price': { learner: 'no', owner: 'yes', editor: 'no', support: 'no' },
  'change address': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'export member': { learner: 'no', owner: 'to others', editor: 'no', support: 'no' },
  'mail again': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  'change email': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  'erase member': { learner: 'no', owner: 'to others', editor: 'no', support: 'no' },
}

/** `may(staff, 'refund', purchase)`. Services ask it before they change anything. */
export function may<A extends Act>(
  staff: Staff,
  act: A,
  ...[subject]: Subjects[A] extends null ? [] : [subject: Subjects[A]]
): boolean {
  if (staff.kind === 'command_line') return true
  switch (POLICY[act][staff.role]) {
    case 'yes':
      return true
    case 'to others':
      return subject?.memberId !== staff.memberId
    case 'to learners':
      return subject instanceof Object && 'role' in subject && subject.role === 'learner'
    case 'no':
      return false
  }
}

/** Whether there is anything to which this role may do it: whom a call is open to, before it is known what it is about. */
export function mayEver(role: Role, act: Act): boolean {
  return POLICY[act][role] !== 'no'
}

/** The refusal for who asked and may not. */
export function notAllowed(staff: Staff, act: Act): AppError {
  const rule = staff.kind === 'member' ? POLICY[act][staff.role] : 'no'
  if (rule === 'to learners')
    return new AppError('forbidden', 'Only an owner may do this to an account of staff. Please ask one.')
  return new AppError(
    'forbidden',
    rule !== 'no'
      ? 'Nobody may do this for themselves. Please ask another member of staff.'
      : 'Your account is not allowed to do this.',
  )
}
