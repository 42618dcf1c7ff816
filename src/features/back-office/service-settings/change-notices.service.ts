import type { Transaction } from '#db/open-database.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { findMailbox, findMember, listOwners } from '#features/people/accounts/accounts.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { ServiceKind } from '#platform/services/service-settings.ts'
import { formatTime } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import type { Staff } from '#shared/policy.ts'
import { renderChangeNotice } from './change-notice.email.ts'
import { notifyServiceChange } from './service-settings.queues.ts'

type Change = { kind: ServiceKind; replaced: string | undefined; at: Date; by: Staff }

/** Call this in the transaction of the change: every owner gets an email about it. */
export async function enqueueNotices(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Transaction,
  { kind, replaced, at, by }: Change,
): Promise<void> {
  const notice = {
    kind,
    replaced: replaced ?? null,
    at: at.toISOString(),
    by: by.kind === 'member' ? by.memberId : null,
  }
  const owners = await listOwners(tx)
  await jobs.enqueueAll(
    tx,
    notifyServiceChange,
    owners.map(({ id: memberId }) => ({ memberId, ...notice })),
  )
}

/**
 * The job handler. A change of the mail server is reported through the former server, so that an intruder who enters
 * another one can't hide the change from the owners. If the former server no longer works, the new one is used.
 */
export async function deliverNotice(
  { config, db, mail, services, log }: Deps,
  { memberId, kind, replaced, at, by }: JobData<typeof notifyServiceChange>,
): Promise<void> {
  const owner = await findMailbox(db, memberId)
  if (!owner || owner.erasedAt !== null || owner.lockedAt !== null) return
  const site = await readSite(db)
  const member = by === null ? undefined : await findMember(db, by)
  const page = kind === 'mail' ? pageAddress('/Studio/Email') : pageAddress('/Studio/Payments')
  const content = renderChangeNotice({
    site,
    kind,
    time: formatTime(new Date(at), site.timeZone, site.language),
    by: member?.username ?? 'Your server administrator',
    address: `${config.publicUrl}${page}`,
  })
  const message = { to: owner.email, memberId, ...content }
  const former = replaced === null || kind !== 'mail' ? undefined : await services.openFormerMail(replaced)
  if (former) {
    try {
      return await former.send(message)
    } catch (error) {
      log.warn({ err: error }, 'the former mail server did not accept the email about the change; using the new one')
    } finally {
      former.close()
    }
  }
  await mail.send(message)
}
