import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { describeReplacements, findUnprintableCharacters } from '#platform/typography.ts'
import { fieldErrors } from '#shared/app-error.ts'
import { formatDay, formatDate } from '#shared/dates.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { tidyLine } from '#shared/tidy-text.ts'
import {
  addBillingToInvoices,
  countInvoicesWithoutBilling,
  findBillingDetails,
  upsertBillingDetails,
} from './billing.queries.ts'
import { type BillingDetails, NO_DETAILS } from './billing.rules.ts'
import type { readBillingDetails } from './orders.contract.ts'

type Reply = EndpointReply<typeof readBillingDetails>

export async function getBillingDetails({ db }: Pick<Deps, 'db'>, memberId: string): Promise<Reply> {
  const { company, address, taxNumber } = (await findBillingDetails(db, memberId)) ?? NO_DETAILS
  return { company, address, tax_number: taxNumber, bare_invoices: await countInvoicesWithoutBilling(db, memberId) }
}

/**
 * Saves billing details. Invoices that already have details remain unchanged. Invoices to which details are added now
 * state the date on which that happened.
 */
export async function updateBillingDetails(
  deps: Pick<Deps, 'db' | 'now'>,
  memberId: string,
  typed: { company: string; address: string; tax_number: string; add_to_earlier: boolean },
): Promise<Reply> {
  const details = parseBillingDetails(typed)
  if ('problems' in details) throw fieldErrors(details.problems)
  const now = deps.now()
  await deps.db.transaction(async (tx) => {
    await upsertBillingDetails(tx, { memberId, ...details, updatedAt: now })
    const isEmpty = Object.values(details).every((text) => text === '')
    if (!typed.add_to_earlier || isEmpty) return
    const { timeZone, language } = await readSite(tx)
    const day = formatDate(formatDay(now, timeZone), language, 'long')
    await addBillingToInvoices(tx, memberId, { details, remark: `Billing details added on ${day}.` })
  })
  return getBillingDetails(deps, memberId)
}

const MAX_LINES = 6
const MAX_LENGTHS = { company: 120, address: 360, tax_number: 60 }

type BillingInput = { company: string; address: string; tax_number: string }

/** Returns the billing details in the form in which they are stored, or field errors if the text can't be printed. */
function parseBillingDetails(typed: BillingInput): BillingDetails | { problems: Record<string, string[]> } {
  const lines = typed.address
    .split(/\r\n|[\r\n]/)
    .map(tidyLine)
    .filter((line) => line !== '')
  const clean = {
    company: tidyLine(typed.company),
    address: lines.join('\n'),
    tax_number: tidyLine(typed.tax_number),
  }
  const problems = Object.entries(clean).flatMap(([field, text]): [string, string[]][] => {
    const max = MAX_LENGTHS[field as keyof BillingInput]
    // The company is printed in the font for names, which has other characters.
    const missing = findUnprintableCharacters(text.replaceAll('\n', ' '), field === 'company' ? 'serif' : 'sans')
    const messages = [
      ...(text.length > max ? [`Please use at most ${max} characters.`] : []),
      ...(field === 'address' && lines.length > MAX_LINES ? [`Please use at most ${MAX_LINES} lines.`] : []),
      ...(missing.length > 0 ? [`Invoices can’t include ${missing.join(' ')}. ${describeReplacements(missing)}`] : []),
    ]
    return messages.length > 0 ? [[field, messages]] : []
  })
  if (problems.length > 0) return { problems: Object.fromEntries(problems) }
  return { company: clean.company, address: clean.address, taxNumber: clean.tax_number }
}
