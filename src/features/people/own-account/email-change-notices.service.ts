import type { Transaction } from '#db/open-database.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { notifyEmailChange } from '#features/people/accounts/account-emails.public.ts'
import { formatLinkAddress } from '#features/people/accounts/emailed-links.public.ts'
import type { Deps } from '#platform/deps.ts'
import { decrypt, encrypt } from '#platform/encryption.ts'
import { formatTime } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import {
  renderEmailChangedEmail,
  renderEmailChangeRequestedEmail,
  renderStaffEmailChangeEmail,
} from './email-change.email.ts'

type Addresses = {
  mailTo: string
  from: string
  to: string
  byStaff?: { keepToken: string; linkAt: string | null }
}
type EmailChangeNotice = { memberId: string; what: 'asked' | 'changed'; at: Date; addresses: Addresses }

const PURPOSE = 'email change'

/**
 * Enqueues emails to both addresses. The addresses are encrypted, because one of them will be stored nowhere else by
 * the time the emails are sent.
 */
export async function queueEmailChangeNotices(
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  tx: Transaction,
  { memberId, what, at, addresses }: EmailChangeNotice,
): Promise<void> {
  const sealed = encrypt({ config, purpose: PURPOSE, owner: memberId }, JSON.stringify(addresses))
  await jobs.enqueue(tx, notifyEmailChange, { memberId, what, at: at.toISOString(), sealed })
}

/** The job handler: emails one of the two addresses. */
export async function deliverEmailChangeNotice(
  { db, mail, config }: Deps,
  { memberId, what, at, sealed }: JobData<typeof notifyEmailChange>,
): Promise<void> {
  const { mailTo, from, to, byStaff } = JSON.parse(
    decrypt({ config, purpose: PURPOSE, owner: memberId }, sealed),
  ) as Addresses
  const site = await readSite(db)
  const format = (time: string) => formatTime(new Date(time), site.timeZone, site.language)
  const news = { site, time: format(at), from, to }
  const email =
    what === 'changed'
      ? renderEmailChangedEmail(news)
      : byStaff
        ? renderStaffEmailChangeEmail({
            ...news,
            linkTime: byStaff.linkAt && format(byStaff.linkAt),
            address: formatLinkAddress({ config }, 'keep_email', byStaff.keepToken),
          })
        : renderEmailChangeRequestedEmail(news)
  await mail.send({ to: mailTo, memberId, ...email })
}
