import { AppError } from './app-error.ts'

/**
 * The staff roles. An owner has access to everything, an editor to course content, and support to members and their
 * orders.
 */
export const STAFF_ROLES = ['owner', 'editor', 'support'] as const

export type StaffRole = (typeof STAFF_ROLES)[number]

/** The roles that an account can have. */
export type Role = 'learner' | StaffRole

/**
 * A staff member who acts. This is someone in the studio, no matter what their role is, or a user of the command line.
 */
export type Staff =
  /** This includes the session in which they act. When the action is recorded, the session must still be active. */
  { kind: 'member'; memberId: string; role: Role; sessionId?: string } | { kind: 'command_line'; name: string }

/** Returns the caller as staff. Their role determines what they may do. */
export function toStaff({ id: memberId, role, sessionId }: { id: string; role: Role; sessionId?: string }): Staff {
  return { kind: 'member', memberId, role, ...(sessionId !== undefined && { sessionId }) }
}

/** Something that belongs to a member, such as a purchase, a certificate, or an account. */
type MemberSubject = { readonly memberId: string }

/** An account with its role, because not all staff may act on other staff. */
type AccountSubject = MemberSubject & { readonly role: Role }

/**
 * Every permission, with its subject, which is something that belongs to a member. Null means that there is no
 * particular subject.
 */
type PermissionSubjects = {
  /** See the studio, and one's own to-do list in it. */
  'enter studio': null
  /** See the events about members and their orders. */
  'see log': null
  'see whole log': null
  'export log': null
  'see orders': null
  'see members': null
  /** Export lists of members, orders, exams, and emails as files. */
  'export lists': null
  'give access': MemberSubject
  /** Give everyone in a file access to a product, and create accounts for people without one. */
  'bulk enroll': null
  /** Create, change, and delete groups, which give no access. */
  'change group': null
  'revoke access': MemberSubject
  /** Refund a payment. The subject is undefined if the payment has no purchase. */
  refund: MemberSubject | undefined
  'revoke certificate': MemberSubject
  'restore certificate': MemberSubject
  /** Correct the license number that is stored with a certificate. */
  'correct license': MemberSubject
  /** Log the member out everywhere. */
  'end sessions': AccountSubject
  'lock account': AccountSubject
  'unlock account': AccountSubject
  'change role': MemberSubject
  'reset two-factor': MemberSubject
  'export sales': null
  /** See members' evaluations of courses, without names. */
  'see evaluations': null
  /** Export awarded contact hours, with license numbers. */
  'export completions': null
  'create coupon': null
  'change coupon': null
  'end coupon': null
  /** See which setup steps are left, and do them. */
  'set up academy': null
  /** See the settings of the mail server and the card provider, but never passwords and keys. */
  'see service settings': null
  'change service settings': null
  'see site settings': null
  /** Change name, contact, founder, books, and policies. */
  'change site settings': null
  'see staff': null
  'add staff': null
  'edit content': null
  publish: null
  /** Notify members of a change to a lecture, on the site and by email. */
  'notify learners': null
  regrade: null
  'answer question report': MemberSubject
  /** Take part in the discussions of every course, accept answers, and pin or lock threads. */
  'moderate discussions': null
  /** Decide on a reported post, and hide or restore posts. */
  moderate: MemberSubject
  /** Let a member read discussions but not post. */
  'mute member': AccountSubject
  'start or stop selling': null
  'change price': null
  'change address': null
  /** Upload files, and view the files of drafts. */
  'upload files': null
  'remove files': null
  /** Write to learners: send, schedule, and stop messages to up to 100 of them. */
  'message learners': null
  /** Send messages to any number of learners. */
  'message many learners': null
  'export member': MemberSubject
  'delete member': MemberSubject
  /** Send an email again that a member got before, or should have gotten. */
  'resend email': MemberSubject
  'change name': AccountSubject
  'change email': AccountSubject
}

export type Permission = keyof PermissionSubjects

/**
 * `to others` means not on the staff member's own account or things. `to learners` means only on accounts that are not
 * staff's.
 */
export type Rule = 'no' | 'yes' | 'to others' | 'to learners'

type RuleFor<Subject> = Subject extends null
  ? 'no' | 'yes'
  : Subject extends AccountSubject
    ? Rule
    : Exclude<Rule, 'to learners'>

/**
 * What each role may do. The command line has no column. It may do everything, because its users can change the
 * database directly. A test prints this table.
 */
export const POLICY: {
  readonly [A in Permission]: Readonly<Record<Role, RuleFor<PermissionSubjects[A]>>> & {
    /**
     * Marks a sensitive permission. The caller must have confirmed their identity in this session within the last ten
     * minutes. This applies to every endpoint that requires this permission.
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
  'export lists': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'give access': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  'bulk enroll': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes', stepUp: true },
  'change group': { learner: 'no', owner: 'yes', editor: 'no', support: 'no' },
  'revoke access': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  refund: { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  'revoke certificate': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  'restore certificate': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  'correct license': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others', stepUp: true },
  'end sessions': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners' },
  'lock account': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners', stepUp: true },
  'unlock account': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners', stepUp: true },
  'change role': { learner: 'no', owner: 'to others', editor: 'no', support: 'no', stepUp: true },
  'reset two-factor': { learner: 'no', owner: 'to others', editor: 'no', support: 'no', stepUp: true },
  'export sales': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'see evaluations': { learner: 'no', owner: 'yes', editor: 'yes', support: 'yes' },
  'export completions': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'create coupon': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes', stepUp: true },
  'change coupon': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes', stepUp: true },
  'end coupon': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes' },
  'set up academy': { learner: 'no', owner: 'yes', editor: 'no', support: 'no' },
  'see service settings': { learner: 'no', owner: 'yes', editor: 'no', support: 'no' },
  'change service settings': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'see site settings': { learner: 'no', owner: 'yes', editor: 'no', support: 'no' },
  'change site settings': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'see staff': { learner: 'no', owner: 'yes', editor: 'no', support: 'no' },
  'add staff': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'edit content': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  publish: { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'notify learners': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  regrade: { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'answer question report': { learner: 'no', owner: 'to others', editor: 'to others', support: 'no' },
  'moderate discussions': { learner: 'no', owner: 'yes', editor: 'yes', support: 'yes' },
  moderate: { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  'mute member': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners' },
  'start or stop selling': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'change price': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'change address': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'upload files': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'remove files': { learner: 'no', owner: 'yes', editor: 'yes', support: 'no' },
  'message learners': { learner: 'no', owner: 'yes', editor: 'no', support: 'yes' },
  'message many learners': { learner: 'no', owner: 'yes', editor: 'no', support: 'no', stepUp: true },
  'export member': { learner: 'no', owner: 'to others', editor: 'no', support: 'no', stepUp: true },
  'resend email': { learner: 'no', owner: 'to others', editor: 'no', support: 'to others' },
  'change name': { learner: 'no', owner: 'to others', editor: 'no', support: 'to learners', stepUp: true },
  'change email': { learner: 'no', owner: 'to learners', editor: 'no', support: 'to learners', stepUp: true },
  'delete member': { learner: 'no', owner: 'to others', editor: 'no', support: 'no', stepUp: true },
}

/** The last argument of `hasPermission`, which is the permission's subject, if it has one. */
export type PermissionSubject<A extends Permission> = PermissionSubjects[A] extends null
  ? []
  : [subject: PermissionSubjects[A]]

/**
 * Whether someone may do something, for example `hasPermission(staff, 'refund', purchase)`. Services call this before
 * they change anything.
 */
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

/**
 * Whether this role has the permission for some subjects. Decides who may make a request before its subject is known.
 */
export function hasPermissionForAny(role: Role, act: Permission): boolean {
  return POLICY[act][role] !== 'no'
}

/** Whether any role has this permission for the accounts of staff. */
function hasPermissionForStaff(act: Permission): boolean {
  return STAFF_ROLES.some((role) => POLICY[act][role] === 'to others')
}

/** Thrown if a staff member lacks a permission. `features/foundation/audit-log` logs that. */
export class PermissionDeniedError extends AppError {
  readonly staff: Staff
  readonly act: Permission

  constructor(code: 'forbidden' | 'not_found', message: string, refused: { staff: Staff; act: Permission }) {
    super(code, message)
    this.staff = refused.staff
    this.act = refused.act
  }
}

export function permissionDeniedError(staff: Staff, act: Permission): PermissionDeniedError {
  const rule = staff.kind === 'member' ? POLICY[act][staff.role] : 'no'
  if (rule === 'to learners') {
    const message = hasPermissionForStaff(act)
      ? 'Only an owner can do this for a staff account. Please ask an owner.'
      : 'You can’t do this for a staff account here. Staff can do it on their own account page, or your server administrator can do it for them.'
    return new PermissionDeniedError('forbidden', message, { staff, act })
  }
  return new PermissionDeniedError(
    'forbidden',
    rule !== 'no'
      ? 'You can’t do this for your own account. Please ask another staff member.'
      : 'Your account doesn’t have permission to do this. Please ask an owner.',
    { staff, act },
  )
}
