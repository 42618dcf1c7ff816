import { AppError } from './app-error.ts'

/** Who works for the academy, on its pages: for everything, for what is taught, or for people and their orders. */
export const STAFF_ROLES = ['owner', 'editor', 'support'] as const

export type StaffRole = (typeof STAFF_ROLES)[number]

/** What an account may be. */
export type Role = 'learner' | StaffRole

/** Who works for the academy: an account on its pages, whatever its role lets it do, or whoever types on its command line. */
export type Staff = { kind: 'member'; memberId: string; role: Role } | { kind: 'command_line'; name: string }

/** Whoever calls, as one who works for the academy; what he may do, his role tells. */
export function toStaff({ id: memberId, role }: { readonly id: string; readonly role: Role }): Staff {
  return { kind: 'member', memberId, role }
}

/** A thing that is somebody's: a purchase, a certificate, an account. */
type MemberSubject = { readonly memberId: string }

/** An account, with what it is: not all of staff may do it to staff. */
type AccountSubject = MemberSubject & { readonly role: Role }

/** Every act that takes a right, with what it is done to: something of a member, or nothing that is anybody's. */
type PermissionSubjects = {
  /** To see that there is one, and what waits in it for oneself. */
  'enter studio': null
  /** What happened to members and their orders. */
  'see log': null
  /** Everything that happened. */
  'see whole log': null
  'export log': null
  'see orders': null
  'see members': null
  'give access': MemberSubject
  /** Give a product to everybody whom a file names, with accounts for those who have none. */
  'enrol many': null
  'take access back': MemberSubject
  /** Undefined: a payment whose purchase is gone. */
  refund: MemberSubject | undefined
  'revoke certificate': MemberSubject
  'restore certificate': MemberSubject
  /** The number of a license that was kept with a certificate. */
  'correct license': MemberSubject
  /** Logs the member out where he is logged in. */
  'end sessions': AccountSubject
  'lock account': AccountSubject
  'unlock account': AccountSubject
  'change role': MemberSubject
  'reset factor': MemberSubject
  'export sales': null
  /** What members said of courses, without their names. */
  'see evaluations': null
  /** Who was awarded contact hours, with the numbers of their licenses. */
  'export completions': null
  'make coupon': null
  'end coupon': null
  /** Who works here, in what role, with which second factor. */
  'set up academy': null
  'see site settings': null
  /** Name, contact, founder, books and policies. */
  'change site': null
  'see staff': null
  'make staff': null
  'edit content': null
  publish: null
  /** What changed in a lecture, at the bell and by mail. */
  'tell owners': null
  'mark again': null
  /** A question that a member contests. */
  'answer contest': MemberSubject
  /** Take part in those of every course, say what is answered, keep one on top or close it. */
  'lead discussions': null
  /** Decide about a post that was reported, hide it or show it again. */
  moderate: MemberSubject
  /** Let a member read discussions and not write in them. */
  'mute member': AccountSubject
  'put on or off sale': null
  'change price': null
  'change address': null
  /** Send files to the academy, and see those of drafts. */
  'upload files': null
  'remove files': null
  'export member': MemberSubject
  'erase member': MemberSubject
  /** A letter that a member had before, or should have had. */
  'mail again': MemberSubject
  'change name': AccountSubject
  'change email': AccountSubject
}

export type Permission = keyof PermissionSubjects

/** `to others`: done to what is somebody else's, never to one's own. `to learners`: to accounts that are not staff's. */
export type Rule = 'no' | 'yes' | 'to others' | 'to learners'

type RuleFor<Subject> = Subject extends null
  ? 'no' | 'yes'
  : Subject extends AccountSubject
    ? Rule
    : Exclude<Rule, 'to learners'>

/**
 * What each role may do. The command line has no column, it may do everything: whoever can type there can change the database, too.
 * A test prints this table.
 */
export const POLICY: {
  readonly [A in Permission]: Readonly<Record<Role, RuleFor<PermissionSubjects[A]>>> & {
    /**
     * It is grave: whoever calls must have confirmed their identity within the last ten minutes, in this session. Every call that names
     * this permission asks for it.
     */
    readonly stepUp?: true
  }
} = {
  'enter studio': { learner: 'no', owner: 'yes', editor: 'yes', support: 'yes' },
  'see log': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes' },
  'see whole log': { learner: 'no', owner: 'yes', editor: 'no', support: 'no' },
  'export log': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'see orders': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes' },
  'see members': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes' },
  'give access': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  'enrol many': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes', stepUp: true },
  'take access back': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  refund: { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  'revoke certificate': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  'restore certificate': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  'correct license': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  'end sessions': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners' },
  'lock account': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners', stepUp: true },
  'unlock account': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners', stepUp: true },
  'change role': { learner: 'no', owner: 'to others', editor: 'no', support: 'no', stepUp: true },
  'reset factor': { learner: 'no', owner: 'to others', editor: 'no', support: 'no', stepUp: true },
  'export sales': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'see evaluations': { learner: 'no', owner: 'yes', editor: 'yes', support: 'yes' },
  'export completions': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'make coupon': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes', stepUp: true },
  'end coupon': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes' },
  'set up academy': { learner: 'no', owner: 'yes', editor: 'no', support: 'no' },
  'see site settings': { learner: 'no', owner: 'yes', editor: 'no', support: 'no' },
  'change site': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'see staff': { learner: 'no', owner: 'yes', editor: 'no', support: 'no' },
  'make staff': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'edit content': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  publish: { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'tell owners': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'mark again': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'answer contest': { learner: 'no', owner: 'to others', editor: 'to others', support: 'no' },
  'lead discussions': { learner: 'no', owner: 'yes', editor: 'yes', support: 'yes' },
  moderate: { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  'mute member': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners' },
  'put on or off sale': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'change price': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'change address': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'upload files': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'remove files': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'export member': { learner: 'no', owner: 'to others', editor: 'no', support: 'no', stepUp: true },
  'mail again': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  'change name': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners', stepUp: true },
  'change email': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners', stepUp: true },
  'erase member': { learner: 'no', owner: 'to others', editor: 'no', support: 'no', stepUp: true },
}

/** What `may` is asked about beside the act: nothing where it is done to nothing of anybody's. */
export type PermissionSubject<A extends Permission> = PermissionSubjects[A] extends null
  ? []
  : [subject: PermissionSubjects[A]]

/** `may(staff, 'refund', purchase)`. Services ask it before they change anything. */
export function hasPermission<A extends Permission>(staff: Staff, act: A, ...[subject]: PermissionSubject<A>): boolean {
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
export function hasPermissionForAny(role: Role, act: Permission): boolean {
  return POLICY[act][role] !== 'no'
}

/** What staff asked for and may not do. The log is told of it wherever it was refused: `features/foundation/audit-log`. */
export class PermissionDeniedError extends AppError {
  readonly staff: Staff
  readonly act: Permission

  constructor(code: 'forbidden' | 'not_found', message: string, refused: { staff: Staff; act: Permission }) {
    super(code, message)
    this.staff = refused.staff
    this.act = refused.act
  }
}

/** The refusal for who asked and may not. */
export function permissionDeniedError(staff: Staff, act: Permission): PermissionDeniedError {
  const rule = staff.kind === 'member' ? POLICY[act][staff.role] : 'no'
  if (rule === 'to learners')
    return new PermissionDeniedError('forbidden', 'Only an owner may do this to an account of staff. Please ask one.', {
      staff,
      act,
    })
  return new PermissionDeniedError(
    'forbidden',
    rule !== 'no'
      ? 'Nobody may do this for themselves. Please ask another member of staff.'
      : 'Your account is not allowed to do this.',
    { staff, act },
  )
}
