import { readSite } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { fieldErrors } from '#shared/app-error.ts'
import { dayOf, longDate } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { addToBareInvoices, countBareInvoices, findBillingDetails, keepBillingDetails } from './billing.queries.ts'
import { billingDetailsOf, NO_DETAILS } from './billing.rules.ts'
import type { readBillingDetails } from './orders.contract.ts'

type Reply = ReplyOf<typeof readBillingDetails>

export async function billingOfMember({ db }: Pick<Deps, 'db'>, memberId: string): Promise<Reply> {
  const { company, address, taxNumber } = (await findBillingDetails(db, memberId)) ?? NO_DETAILS
  return { company, address, tax_number: taxNumber, bare_invoices: await countBareInvoices(db, memberId) }
}

/** Invoices that say to whom they are made out stay as they are; what is added to others is dated on them. */
export async function changeBilling(
  deps: Pick<Deps, 'db' | 'now'>,
  memberId: string,
  typed: { company: string; address: string; tax_number: string; add_to_earlier: boolean },
): Promise<Reply> {
  const details = billingDetailsOf(typed)
  if ('problems' in details) throw fieldErrors(details.problems)
  const now = deps.now()
  await deps.db.transaction(async (tx) => {
    await keepBillingDetails(tx, { memberId, ...details, updatedAt: now })
    const isEmpty = Object.values(details).every((text) => text === '')
    if (!typed.add_to_earlier || isEmpty) return
    const day = longDate(dayOf(now, (await readSite(tx)).time_zone))
    await addToBareInvoices(tx, memberId, { details, remark: `Billing details added on ${day}.` })
  })
  return billingOfMember(deps, memberId)
}
