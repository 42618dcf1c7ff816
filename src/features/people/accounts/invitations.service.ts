import type { Transaction } from '#db/open.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pageAddress } from '#shared/pages.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { askerOf } from './account-access.service.ts'
import { INVITATION_LIFETIME_MS } from './accounts.rules.ts'
import { consumeTokensOf, keepAccountToken } from './account-tokens.queries.ts'
import { holdInvited } from './staff.queries.ts'
import { hashOfToken, makeToken } from './tokens.service.ts'

type InvitingDeps = Pick<Deps, 'db' | 'now' | 'config'>

/**
 * The link with which somebody whose account was made for him chooses his password. It works once, as long as
 * whoever made it may make staff, and is stored nowhere: they hand it on, so that no mail is needed. Earlier links stop working.
 */
export async function makeInvitation(
  { now, config }: Omit<InvitingDeps, 'db'>,
  tx: Transaction,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<string> {
  const token = makeToken()
  const time = now()
  await consumeTokensOf(tx, memberId, ['reset_password'], time)
  await keepAccountToken(tx, {
    tokenHash: hashOfToken(token),
    purpose: 'reset_password',
    memberId,
    now: time,
    expiresAt: new Date(time.getTime() + INVITATION_LIFETIME_MS),
    askedBy: askerOf(by),
  })
  return `${config.publicUrl}${pageAddress('/ResetPassword/:token', { token })}?next=${encodeURIComponent('/Studio/')}`
}

/** Another link for somebody who has not come yet. Whoever has chosen a password is nobody's to let in. */
export async function inviteAgain(
  deps: InvitingDeps,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<{ link: string }> {
  if (!may(by, 'make staff')) throw notAllowed(by, 'make staff')
  return deps.db.transaction(async (tx) => {
    const member = await holdInvited(tx, memberId)
    if (!member) throw new AppError('not_found', 'There is no such member of staff.')
    if (member.hasChosen || member.lockedAt)
      throw new AppError(
        'invalid',
        'This member of staff has chosen a password already. “Forgot your password?” on the login page makes another link.',
      )
    const link = await makeInvitation(deps, tx, { memberId, by })
    await recordEvent(tx, { at: deps.now(), kind: 'account.invited_again', by, memberId })
    return { link }
  })
}
