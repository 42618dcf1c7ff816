import { createStaff, lockAccount } from '#features/accounts/accounts.public.ts'
import { memberOf } from './member-of.ts'
import { complain, say, type Verb } from './verb.ts'

export const accountsVerbs: Readonly<Record<string, Verb>> = {
  'create-staff': {
    usage: 'create-staff USERNAME EMAIL',
    help: 'Makes a staff account, or makes an existing account staff; a new one gets a password that is printed once.',
    async run(deps, { args: [username, email], by }) {
      if (!username || !email)
        return complain('create-staff needs a username and an email address: create-staff USERNAME EMAIL')
      const { password } = await createStaff(deps, { username, email, by })
      return say(
        password ? `${username} is staff now. The password, shown only here: ${password}` : `${username} is staff now.`,
      )
    },
  },
  lock: {
    usage: 'lock MEMBER',
    help: `Ends all sessions of a member (username or email address) at once, and makes password and mailed links useless.
The owner gets in again by choosing a new password: Forgot password.`,
    async run(deps, { args: [member], by }) {
      if (!member) return complain('lock needs a member: lock MEMBER')
      await lockAccount(deps, { memberId: await memberOf(deps.db, member), by })
      return say(`${member} is logged out everywhere, and the password opens nothing. A new one: Forgot password.`)
    },
  },
}
