import { AppError } from './app-error.ts'

/** What an account may be: `members.role`. */
export type Role = 'learner' | 'staff'

/** Who works for the academy: an account on its pages, whatever its role lets it do, or whoever types on its command line. */
export type Staff = { kind: 'member'; memberId: string; role: Role } | { kind: 'command_line'; name: string }

/** A thing that is somebody's: a purchase, a certificate, an account. */
type OfMember = { readonly memberId: string }

/** Every act that takes a right, with what it is done to: something of a member, or nothing that is anybody's. */
type Subjects = {
  'give access': OfMember
  'take access back': OfMember
  /** Undefined: a payment whose purchase is gone. */
  refund: OfMember | undefined
  'revoke certificate': OfMember
  'restore certificate': OfMember
  'lock account': OfMember
  'make coupon': null
  'end coupon': null
  'make staff': null
}

export type Act = keyof Subjects

/** `to others`: done to what is somebody else's, never to one's own. */
export type Rule = 'no' | 'yes' | 'to others'

/**
 * What each role may do. The command line has no column, it may do everything: whoever can type there can change the database, too.
 * A test prints this table.
 */
export const POLICY: {
  readonly [A in Act]: Readonly<Record<Role, Subjects[A] extends null ? Exclude<Rule, 'to others'> : Rule>>
} = {
  'give access': { learner: 'no', staff: 'to others' },
  'take access back': { learner: 'no', staff: 'to others' },
  refund: { learner: 'no', staff: 'to others' },
  'revoke certificate': { learner: 'no', staff: 'to others' },
  'restore certificate': { learner: 'no', staff: 'to others' },
  'lock account': { learner: 'no', staff: 'to others' },
  'make coupon': { learner: 'no', staff: 'yes' },
  'end coupon': { learner: 'no', staff: 'yes' },
  'make staff': { learner: 'no', staff: 'no' },
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
  const isOwn = staff.kind === 'member' && mayEver(staff.role, act)
  return new AppError(
    'forbidden',
    isOwn
      ? 'Nobody may do this for themselves. Please ask another member of staff.'
      : 'Your account is not allowed to do this.',
  )
}
