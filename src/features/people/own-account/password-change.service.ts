import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { requireStepUp } from '#features/people/two-factor/two-factor.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { resetAttempts } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { clientKeyFor } from '#platform/client-key.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { formatTime } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import {
  revokeAccess,
  findCredentials,
  findMailbox,
  replacePasswordHash,
  groupMessagesByField,
  NewPasswordForm,
} from '#features/people/accounts/accounts.public.ts'
import { notifyPasswordChanged } from '#features/people/accounts/account-emails.public.ts'
import { GUESSES_PER_ACCOUNT, LOGINS_PER_ACCOUNT } from '#features/people/accounts/account-limits.public.ts'
import {
  isGuessable,
  TOO_COMMON,
  verifyAttempt,
  rememberKnownClient,
  hashPassword,
  verifyPassword,
} from '#features/people/accounts/passwords.public.ts'
import { renderPasswordChangedEmail } from './password-change.email.ts'

type PasswordChangeInput = { current_password: string; password: string; confirm_password: string }

/**
 * Sets a new password for a member who knows the current one. Keeps this session, ends all others, and makes emailed
 * links invalid. If the member has a second factor, this session must have verified it. A wrong current password counts
 * like a failed login.
 */
export async function changePassword(
  deps: Deps,
  caller: Caller,
  { current_password: present, ...passwords }: PasswordChangeInput,
  address: string,
): Promise<void> {
  const { db, now, jobs } = deps
  const { id: memberId, sessionId } = caller
  const member = await findCredentials(db, memberId)
  if (!member) throw new AppError('sign_in_required', 'Please log in.')
  await requireStepUp(db, caller)

  const checked = NewPasswordForm.safeParse(passwords)
  const fields = checked.error ? groupMessagesByField(checked.error) : {}
  if (present === '') fields['current_password'] = ['Your current password is required']
  if (!fields['password'] && (await isGuessable(passwords.password, member))) fields['password'] = [TOO_COMMON]
  if (!fields['password'] && passwords.password === present)
    fields['password'] = ['This is already your password. Please choose another one.']
  if (Object.keys(fields).length > 0) throw fieldErrors(fields)

  const { passwordHash: before } = member
  const guesser = { memberId, passwordHash: before, address }
  if (!(await verifyAttempt(deps, guesser, () => verifyPassword(present, before, address))))
    throw fieldErrors({ current_password: ['That isn’t your current password.'] })
  const passwordHash = await hashPassword(passwords.password, address)
  await db.transaction(async (tx) => {
    // If the password is changed twice at the same time, the second request finds that the password it verified was
    // replaced.
    if (!(await replacePasswordHash(tx, memberId, { before, passwordHash })))
      throw fieldErrors({
        current_password: ['Your current password was just changed. Reload the page and try again.'],
      })
    // Throws if a factor was set up at the same time. From here on, this transaction has the member's row locked.
    await requireStepUp(tx, caller)
    const { isDeletionCanceled } = await revokeAccess(tx, memberId, { at: now(), exceptSession: sessionId })
    await resetAttempts(deps, tx, [
      [GUESSES_PER_ACCOUNT, memberId],
      [LOGINS_PER_ACCOUNT, memberId],
    ])
    await rememberKnownClient(deps, tx, guesser, passwordHash)
    const by = { kind: 'member', memberId } as const
    const { network } = clientKeyFor(address)
    await recordEvent(tx, { at: now(), kind: 'password.changed', by, memberId, personal: { network } })
    await jobs.enqueue(tx, notifyPasswordChanged, { memberId, at: now().toISOString(), isDeletionCanceled })
  })
}

/** The job handler: emails the member that the password was changed. */
export async function deliverPasswordChangedEmail(
  { db, mail }: Pick<Deps, 'db' | 'mail'>,
  { memberId, at, isDeletionCanceled }: JobData<typeof notifyPasswordChanged>,
): Promise<void> {
  const member = await findMailbox(db, memberId)
  if (!member) return
  const site = await readSite(db)
  const time = formatTime(new Date(at), site.timeZone, site.language)
  const email = renderPasswordChangedEmail({ site, time, isDeletionCanceled })
  await mail.send({ to: member.email, memberId, ...email })
}
