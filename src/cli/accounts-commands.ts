import { requestEmailChangeFor } from '#features/people/own-account/own-account.public.ts'
import {
  createStaff,
  lockAccount,
  resetTwoFactor,
  setMemberRole,
  unlockAccount,
} from '#features/people/member-administration/member-administration.public.ts'
import { cleanLogin } from '#shared/login-name.ts'
import { type Role, STAFF_ROLES, type StaffRole } from '#shared/policy.ts'
import { requireMemberId } from './member-id.ts'
import { printUsageError, printLine, type Command } from './command.ts'

const ROLES = STAFF_ROLES.join(', ')

export const accountsCommands = {
  'create-staff': {
    usage: 'create-staff USERNAME EMAIL [--role owner|editor|support]',
    help: `Makes a staff account, or makes an existing account staff. For a new or unverified one a link is printed, which works once, for three days, and needs no mail:
it leads to a password, then to a second factor, then into the studio. With an email address alone, the username is what stands before its @.
An owner may do everything, an editor what is taught, support what concerns members and orders. Without --role: an owner.`,
    options: { role: { type: 'string' } },
    async run(deps, { args: [first, second], options: { role = 'owner' }, by }) {
      const [username, email] =
        second === undefined && first?.includes('@') ? [usernameFromEmail(first), first] : [first, second]
      if (!username || !email)
        return printUsageError('create-staff needs a username and an email address: create-staff USERNAME EMAIL')
      if (!isStaffRole(role)) return printUsageError(`--role is one of ${ROLES}.`)
      const { link } = await createStaff(deps, { username, email, role, by })
      return printLine(
        link === undefined
          ? `${username} is staff now.`
          : `${username} is staff now, and comes in with this link, shown only here. It works once, for three days:\n${link}`,
      )
    },
  },
  'set-role': {
    usage: 'set-role MEMBER owner|editor|support|learner',
    help: `Makes a member (username or email address) another kind of staff, or a learner, who is no staff. Ends all sessions of the member.
The last owner stays one: make somebody else an owner first.`,
    async run(deps, { args: [member, role], by }) {
      if (!member || !isRole(role))
        return printUsageError(`set-role needs a member and one of ${ROLES}, learner: set-role MEMBER support`)
      const { before } = await setMemberRole(deps, { memberId: await requireMemberId(deps.db, member), role, by })
      return printLine(
        before === role ? `${member} has that role already: ${role}.` : `${member} was ${before} and is ${role} now.`,
      )
    },
  },
  'reset-factor': {
    usage: 'reset-factor MEMBER',
    help: `Takes a member's second factor away (app, recovery codes, passkeys) and ends all sessions: for who has lost phone and codes.
Make sure who asks for it: from then on the password alone opens the account. Staff has to set up a new one after the login.`,
    async run(deps, { args: [member], by }) {
      if (!member) return printUsageError('reset-factor needs a member: reset-factor MEMBER')
      await resetTwoFactor(deps, { memberId: await requireMemberId(deps.db, member), by })
      return printLine(`${member} has no second factor any more, and is logged out everywhere.`)
    },
  },
  'change-email': {
    usage: 'change-email MEMBER ADDRESS',
    help: `Emails a link to a member's new address (MEMBER is a username or email address). The email changes when the link is opened. The current
address is notified at once, with a link that cancels the change. In the studio, staff wait three days for the link; here it is sent at once.`,
    async run(deps, { args: [member, address], by }) {
      if (!member || !address)
        return printUsageError(
          'change-email needs a member and the new address: change-email nora nora@hospital.example.com',
        )
      const { from } = await requestEmailChangeFor(deps, {
        memberId: await requireMemberId(deps.db, member),
        email: address,
        by,
      })
      return printLine(
        `A link is sent to ${cleanLogin(address)} and works for 24 hours. ${from} is notified, and stays the account's email until the link is opened. To see whether it was sent: mails ${cleanLogin(address)}`,
      )
    },
  },
  lock: {
    usage: 'lock MEMBER [--because TEXT]',
    help: `Ends all sessions of a member (username or email address) at once. Nothing opens the account until it is unlocked: no password,
no mailed link. Whoever logs in with the right password reads the sentence after --because.`,
    options: { because: { type: 'string' } },
    async run(deps, { args: [member], options: { because }, by }) {
      if (!member) return printUsageError('lock needs a member: lock MEMBER')
      const sentence = typeof because === 'string' ? because.trim() : ''
      if (because !== undefined && (sentence === '' || sentence.length > 300))
        return printUsageError(
          '--because takes a sentence of at most 300 characters: --because "Please call us about your order."',
        )
      await lockAccount(deps, { memberId: await requireMemberId(deps.db, member), because: sentence || undefined, by })
      return printLine(
        `${member} is logged out everywhere, and nothing opens the account. To open it again: unlock ${member}`,
      )
    },
  },
  unlock: {
    usage: 'unlock MEMBER',
    help: `Opens a locked account again; the password is the one of before. Who may know it is not to get in? Then ask the member to choose
a new one, by Forgot password. Accounts that an earlier version locked have none: they need Forgot password in any case.`,
    async run(deps, { args: [member], by }) {
      if (!member) return printUsageError('unlock needs a member: unlock MEMBER')
      await unlockAccount(deps, { memberId: await requireMemberId(deps.db, member), by })
      return printLine(`${member} can log in again.`)
    },
  },
} satisfies Readonly<Record<string, Command>>

/** The part before the @, as a valid username. */
function usernameFromEmail(email: string): string {
  return (email.split('@')[0] ?? '').replaceAll(/[^\w.-]/g, '')
}

function isStaffRole(word: unknown): word is StaffRole {
  return (STAFF_ROLES as readonly unknown[]).includes(word)
}

function isRole(word: string | undefined): word is Role {
  return word === 'learner' || isStaffRole(word)
}
