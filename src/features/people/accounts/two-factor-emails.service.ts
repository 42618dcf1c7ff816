import type { TwoFactorChange } from '#features/people/two-factor/two-factor.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { pageAddress } from '#shared/pages.ts'
import { renderTwoFactorChangedEmail } from './two-factor-change.email.ts'
import { findMailbox } from './accounts.queries.ts'

/** The job handler: emails a member about a changed factor. */
export async function deliverTwoFactorChangedEmail(
  { db, mail, config }: Deps,
  { memberId, change }: { memberId: string; change: TwoFactorChange },
): Promise<void> {
  const member = await findMailbox(db, memberId)
  if (!member) return
  const address = config.publicUrl + pageAddress('/ForgotPassword')
  await mail.send({
    to: member.email,
    memberId,
    ...renderTwoFactorChangedEmail({ site: await readSite(db), address, change }),
  })
}
