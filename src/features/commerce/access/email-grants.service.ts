import { randomUUID } from 'node:crypto'
import { Email } from '#features/people/accounts/member-forms.public.ts'
import { listMembersByEmail } from '#features/people/accounts/accounts.public.ts'
import { assignUsernames, createAccounts } from '#features/people/member-administration/member-administration.public.ts'
import { filterOwners } from '#features/foundation/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { sendEnrollment } from './enrollment.queues.ts'
import { confirmGrants } from './enrollment.queries.ts'
import { findGrantableProduct, grantProduct, grantToMany } from './grants.service.ts'

type EmailGrant = { email: string; slug: string; reason: string; by: Staff }
type GrantDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>

/** The recipient of a grant whose account doesn't exist yet. It matches no member. */
const NO_ONE = { memberId: '' }

/**
 * Gives access to the person with this email address. If there is no account with it, creates one, for which a password
 * can be chosen only with a link sent to that address (outcome `made`). Throws `forbidden`, or `invalid` with field
 * errors, before storing anything.
 */
export async function grantByEmail(
  deps: GrantDeps,
  { email: typed, slug, reason, by }: EmailGrant,
): Promise<{ email: string; outcome: 'made' | 'granted' | 'invited' | 'granted_before' }> {
  if (!hasPermission(by, 'give access', NO_ONE)) throw permissionDeniedError(by, 'give access')
  const { data: email, error } = Email.safeParse(typed)
  if (error) throw fieldErrors({ email: [`${error.issues[0]?.message}.`] })
  const product = await findGrantableProduct(deps.db, slug)
  if (!product) throw fieldErrors({ product: ['This product no longer exists.'] })
  const [account] = await listMembersByEmail(deps.db, [email.toLowerCase()])
  if (!account) {
    const isMade = await grantToStranger(deps, { email, slug, reason, by })
    // Another request has just created the account, so start over.
    return isMade ? { email, outcome: 'made' } : grantByEmail(deps, { email, slug, reason, by })
  }
  const owners = await filterOwners(deps.db, product.id, [account.id])
  if (owners.length > 0 && hasPermission(by, 'give access', { memberId: account.id })) {
    await confirmGrants(deps.db, { memberIds: owners, productId: product.id })
    return { email, outcome: 'granted_before' }
  }
  const outcome = await grantProduct(deps, { memberId: account.id, slug, reason, by })
  if (outcome === 'no_product') throw fieldErrors({ product: ['This product no longer exists.'] })
  return { email, outcome }
}

/**
 * Creates the account, its grant, and the email with the link in one transaction. Returns false if the account exists
 * by now.
 */
async function grantToStranger(deps: GrantDeps, { email, slug, reason, by }: EmailGrant): Promise<boolean> {
  const at = deps.now()
  const stranger = { email, firstName: '', lastName: '', credentialsAfterName: '' }
  try {
    await deps.db.transaction(async (tx) => {
      const product = await findGrantableProduct(tx, slug)
      if (!product) throw fieldErrors({ product: ['This product no longer exists.'] })
      const memberIds = await createAccounts(tx, { people: await assignUsernames(tx, [stranger]), by, at })
      await grantToMany(deps, tx, { memberIds, product, slug, reason, by, at })
      const mails = memberIds.map((memberId) => ({
        memberId,
        productId: product.id,
        request: randomUUID(),
        accessVersion: 0,
      }))
      await deps.jobs.enqueueAll(tx, sendEnrollment, mails)
    })
    return true
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'busy'
    if (isTaken && (await listMembersByEmail(deps.db, [email.toLowerCase()])).length > 0) return false
    throw error
  }
}
