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
    usage: 'create-staff [USERNAME] EMAIL [--role owner|editor|support] [--new]',
    begins: ({ options }) => options['new'] === true,
    help: `Gives an existing account staff access. For a new or unverified account, prints a link to choose a password, set up two-factor
authentication, and open the studio. The person becomes staff when they use it. The link works once, expires in 3 days, and is not emailed; for another, repeat the command. If you give only an email
address, the username is the part before the @. Owners can do everything, editors manage content, and support manages members and orders. Default role: owner.
  --new             create the database if there is none: the first command of an academy without the demo`,
    options: { role: { type: 'string' }, new: { type: 'boolean' } },
    async run(deps, { args: [first, second], options: { role = 'owner' }, by }) {
      const [username, email] =
        second === undefined && first?.includes('@') ? [usernameFromEmail(first), first] : [first, second]
      if (!username || !email)
        return printUsageError('create-staff needs an email address: create-staff nora nora@hospital.example.com')
      if (!isStaffRole(role)) return printUsageError(`--role must be one of ${ROLES}.`)
      const { link } = await createStaff(deps, { username, email, role, by })
      return printLine(
        link === undefined
          ? `${username} is now staff.`
          : `Send ${username} this link. The person becomes staff when they use it. It works once and expires in 3 days. Copy it now, since it won’t be shown again:\n${link}`,
      )
    },
  },
  'set-role': {
    usage: 'set-role MEMBER owner|editor|support|learner',
    help: `Changes the role of a member (username or email address). A learner has no staff access. For a member with an unverified email, use create-staff. Ends all of the member's sessions.
You can't change the only owner. Make someone else an owner first.`,
    async run(deps, { args: [member, role], by }) {
      if (!member || !isRole(role))
        return printUsageError(`set-role needs a member and a role (${ROLES}, or learner): set-role MEMBER support`)
      const memberId = await requireMemberId(deps.db, member)
      const { before, isInvited } = await setMemberRole(deps, { memberId, role, by })
      return printLine(
        isInvited
          ? `${member} is now invited as ${role}. Earlier links no longer work. For a new one, repeat create-staff.`
          : before === role
            ? `${member} already has the role ${role}.`
            : `${member}'s role changed from ${before} to ${role}.`,
      )
    },
  },
  'reset-factor': {
    usage: 'reset-factor MEMBER',
    help: `Turns off two-factor authentication for a member who lost their phone and codes: removes the authenticator app, recovery codes, and passkeys, and ends all sessions.
Verify their identity first. Afterward, they can log in with only their password. Staff must set it up again when they log in.`,
    async run(deps, { args: [member], by }) {
      if (!member) return printUsageError('reset-factor needs a member: reset-factor MEMBER')
      await resetTwoFactor(deps, { memberId: await requireMemberId(deps.db, member), by })
      return printLine(`Two-factor authentication is off for ${member}, who is now logged out everywhere.`)
    },
  },
  'change-email': {
    usage: 'change-email MEMBER ADDRESS',
    help: `Emails a link to a member's new address (MEMBER is a username or email address). The email address changes when the link is opened.
The current address is notified immediately, with a link that cancels the change. A change made in the studio waits 3 days; this command sends the link immediately.`,
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
        `We're sending ${cleanLogin(address)} a link that expires in 24 hours. We're also notifying ${from}, which remains the account's email until the link is opened. To check that it was sent: npm run academy -- mails ${cleanLogin(address)}`,
      )
    },
  },
  lock: {
    usage: 'lock MEMBER [--because TEXT]',
    help: `Locks the account of a member (username or email address) and ends all sessions immediately. No password or emailed link works until you unlock it.
Anyone who tries to log in with the correct password sees the --because text.`,
    options: { because: { type: 'string' } },
    async run(deps, { args: [member], options: { because }, by }) {
      if (!member) return printUsageError('lock needs a member: lock MEMBER')
      const sentence = typeof because === 'string' ? because.trim() : ''
      if (because !== undefined && (sentence === '' || sentence.length > 300))
        return printUsageError('--because takes up to 300 characters: --because "Please call us about your order."')
      await lockAccount(deps, { memberId: await requireMemberId(deps.db, member), because: sentence || undefined, by })
      return printLine(`${member} is locked and logged out everywhere. To unlock: npm run academy -- unlock ${member}`)
    },
  },
  unlock: {
    usage: 'unlock MEMBER',
    help: `Unlocks an account. The password is unchanged. If someone else might know it, ask the member to choose a new one with
"Forgot your password?" If an earlier version of the academy locked the account, it has no password, so the member must choose one.`,
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
