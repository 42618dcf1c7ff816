import type { Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { encrypt, decrypt } from '#platform/encryption.ts'
import { fieldErrors, memberErasedError } from '#shared/app-error.ts'
import { formatTime } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import { formatCertificateName } from '#shared/printed-name.ts'
import type { Staff } from '#shared/policy.ts'
import { notifyNameChange } from '#features/people/accounts/account-emails.public.ts'
import { STAFF_EMAILS } from '#features/people/accounts/account-limits.public.ts'
import {
  findMailbox,
  findMember,
  setMemberName,
  isErased,
  lockAndAuthorize,
  groupMessagesByField,
  NameForm,
} from '#features/people/accounts/accounts.public.ts'
import { renderNameChangedEmail } from './name-correction.email.ts'

export type CorrectedName = { firstName: string; lastName: string; credentialsAfterName: string }

type Correction = {
  memberId: string
  name: CorrectedName
  by: Staff
  /** The name that staff saw when they started to edit. It keeps them from overwriting a newer one. */
  insteadOf?: string | undefined
  /** Puts the new name on existing certificates, and returns how many there are. */
  reprint: (tx: Transaction) => Promise<number>
}

/**
 * Sets the name that staff typed, by the rules of the member form, and emails both names to the member. Runs in the
 * caller's transaction. Throws `forbidden`, `not_found`, or `invalid` with field errors. It also throws if nothing
 * would change, or if the name has changed since it was displayed.
 */
export async function correctMemberName(
  deps: Pick<Deps, 'jobs' | 'config' | 'now'>,
  tx: Transaction,
  { memberId, name, by, insteadOf, reprint }: Correction,
): Promise<{ certificates: number }> {
  const { jobs, config, now } = deps
  await lockAndAuthorize(tx, 'change name', { memberId, by })
  const before = await findMember(tx, memberId)
  if (!before || (await isErased(tx, memberId))) throw memberErasedError()
  if (insteadOf !== undefined && insteadOf !== formatCertificateName(before)) {
    const now = `The name was changed after you opened this page. It is now ${formatCertificateName(before)}.`
    throw fieldErrors({ first_name: [`${now} Reload the page.`] })
  }
  const after = await setMemberName(tx, memberId, parseName(name))
  const [from, to] = [formatCertificateName(before), formatCertificateName(after ?? before)]
  const certificates = await reprint(tx)
  if (from === to && certificates === 0) throw fieldErrors({ first_name: ['The account already has this name.'] })
  await enforceRateLimit(deps, tx, STAFF_EMAILS, memberId)
  const at = now()
  await recordEvent(tx, {
    at,
    kind: 'account.name_changed',
    by,
    memberId,
    ...(certificates > 0 && { after: { certificates } }),
    personal: { from, to },
  })
  const sealed = encrypt({ config, purpose: PURPOSE, owner: memberId }, JSON.stringify({ from, to, certificates }))
  await jobs.enqueue(tx, notifyNameChange, { memberId, at: at.toISOString(), sealed })
  return { certificates }
}

function parseName({ firstName, lastName, credentialsAfterName }: CorrectedName): CorrectedName {
  const typed = { first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName }
  const { data, error } = NameForm.safeParse(typed)
  if (error) throw fieldErrors(groupMessagesByField(error))
  return {
    firstName: data.first_name,
    lastName: data.last_name,
    credentialsAfterName: data.credentials_after_name,
  }
}

const PURPOSE = 'name change'

/** The job handler: emails both names to the member. */
export async function deliverNameChangeEmail(
  { db, mail, config }: Pick<Deps, 'db' | 'mail' | 'config'>,
  { memberId, at, sealed }: JobData<typeof notifyNameChange>,
): Promise<void> {
  const member = await findMailbox(db, memberId)
  if (!member) return
  const news = JSON.parse(decrypt({ config, purpose: PURPOSE, owner: memberId }, sealed)) as {
    from: string
    to: string
    certificates: number
  }
  const site = await readSite(db)
  const time = formatTime(new Date(at), site.timeZone, site.language)
  await mail.send({ to: member.email, memberId, ...renderNameChangedEmail({ site, member, time, ...news }) })
}
