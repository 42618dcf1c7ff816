import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { consumeRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { JobData } from '#shared/job.ts'
import { hasPermission, permissionDeniedError, type Staff, type StaffRole } from '#shared/policy.ts'
import {
  getRequesterId,
  isStillPermitted,
  lockMemberRow,
  revokeAccess,
  setInvitedRole,
} from '#features/people/accounts/accounts.public.ts'
import { sendStaffInvitation } from '#features/people/accounts/account-emails.public.ts'
import { INVITATION_LIFETIME_MS, STAFF_EMAILS } from '#features/people/accounts/account-limits.public.ts'
import { createEmailedLink, findRequestedLink } from '#features/people/accounts/emailed-links.public.ts'
import { renderStaffInvitationEmail } from './staff-invitation.email.ts'
import { lockInvitee } from './staff.queries.ts'

type InvitationDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'config'>
type Invitation = { memberId: string; role: StaffRole; by: Staff }

/** A link for choosing a password. `isEmailed` says whether it is also emailed. */
export type StaffInvitation = { link: string; isEmailed: boolean }

/**
 * Creates a link for choosing a password. When it is used, it assigns the role, but only once, and only if the inviter
 * may still add staff at that time. If a staff member invites, the link is also emailed, so that it arrives even if
 * they don't pass it on. The command line only prints it, because the first owner is invited before email is set up.
 * Revokes all access that the account had, including earlier links.
 */
export async function inviteAsStaff(
  deps: Omit<InvitationDeps, 'db'>,
  tx: Transaction,
  { memberId, role, by }: Invitation,
): Promise<StaffInvitation> {
  const now = deps.now()
  await setInvitedRole(tx, memberId, { role, by: getRequesterId(by) })
  await revokeAccess(tx, memberId, { at: now })
  const request = randomUUID()
  const { address } = await createEmailedLink(deps, tx, {
    purpose: 'reset_password',
    memberId,
    request,
    expiresAt: new Date(now.getTime() + INVITATION_LIFETIME_MS),
    askedBy: getRequesterId(by),
    data: { role },
  })
  const askedBy = getRequesterId(by)
  const isEmailed = askedBy !== null && (await consumeRateLimit(deps, tx, STAFF_EMAILS, memberId)) === undefined
  if (isEmailed) await deps.jobs.enqueue(tx, sendStaffInvitation, { memberId, request, askedBy })
  return { link: toStudioLink(address), isEmailed }
}

const toStudioLink = (address: string) => `${address}?next=${encodeURIComponent('/Studio/')}`

/** The job handler: emails the invitation, unless its link was used, replaced, or withdrawn in the meantime. */
export async function sendStaffInvitationEmail(
  deps: Pick<Deps, 'config' | 'db' | 'mail' | 'now'>,
  { memberId, request, askedBy }: JobData<typeof sendStaffInvitation>,
): Promise<void> {
  const { db, mail } = deps
  if (!(await isStillPermitted(db, askedBy, 'add staff'))) return
  const link = await findRequestedLink(deps, 'reset_password', request)
  if (!link?.data?.role) return
  const content = { site: await readSite(db), role: link.data.role, address: toStudioLink(link.address) }
  await mail.send({ to: link.email, memberId, ...renderStaffInvitationEmail(content) })
}

/** Creates a new link for an invited person who has not accepted yet. If they have, throws. */
export async function renewInvitation(
  deps: InvitationDeps,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<StaffInvitation> {
  if (!hasPermission(by, 'add staff')) throw permissionDeniedError(by, 'add staff')
  return deps.db.transaction(async (tx) => {
    await lockMemberRow(tx, memberId, getRequesterId(by))
    const member = await lockInvitee(tx, memberId)
    if (!member) throw new AppError('not_found', 'Staff member not found.')
    const { invitedRole: role } = member
    if (member.lockedAt)
      throw new AppError('invalid', 'This account is locked. Unlock it on the member’s page, then create a new link.')
    if (role === null)
      throw new AppError(
        'invalid',
        'This staff member has already chosen a password. For a new one, they can use “Forgot your password?” on the login page.',
      )
    // This is also possible if the email address was verified in the meantime, because the address may have changed
    // after the first invitation, and only an invitation assigns the role.
    const invitation = await inviteAsStaff(deps, tx, { memberId, role, by })
    await recordEvent(tx, { at: deps.now(), by, memberId, kind: 'account.invited_again' })
    return invitation
  })
}
