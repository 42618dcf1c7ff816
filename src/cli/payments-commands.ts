import {
  adoptPayment,
  confirmFormerAddress,
  listInvoiceGaps,
  readNumbers,
} from '#features/commerce/payments/payments.public.ts'
import { confirmAllSettings } from '#features/back-office/service-settings/service-settings.public.ts'
import { ProviderUnavailable } from '#platform/payment-calls.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatInvoiceNumber } from '#shared/invoice-number.ts'
import { requireMemberId } from './member-id.ts'
import { formatTable } from './table.ts'
import { printUsageError, printLine, type Command } from './command.ts'

const text = { type: 'string' } as const

export const paymentsCommands = {
  'adopt-payment': {
    usage: 'adopt-payment PAYMENT --member MEMBER',
    help: `Creates an order for a completed Stripe payment (pi_…) whose order is not in the database, for example after restoring an older backup.
This restores the order's number, invoice, and access. Receipts from before the restore are not emailed again; to email one, use resend.
  --member MEMBER   the buyer: username or email address; for a deleted account, erased-ID with its ID from
                    erased-members.txt (no one gets access or email)
  --product PRODUCT what was bought (the last part of its web address), if the payment does not show it;
                    rejected if the payment shows another product
  --for-another-buyer
                    allow a member whose email differs from the one Stripe shows for the payment; both are logged
An order can't be moved to another member. To undo an order, run refund NUMBER, which returns the money to the buyer and ends their access.`,
    options: { member: text, product: text, 'for-another-buyer': { type: 'boolean' } },
    async run(deps, { args: [intentId], options: { member, product, 'for-another-buyer': isForOtherBuyer }, by }) {
      if (!intentId?.startsWith('pi_') || typeof member !== 'string')
        return printUsageError('adopt-payment needs a payment and a member: adopt-payment pi_… --member MEMBER')
      const memberId = await requireMemberId(deps.db, member)
      const slug = typeof product === 'string' ? product : undefined
      const adoption = { intentId, memberId, slug, isForOtherBuyer: isForOtherBuyer === true, by }
      const { order, isNew, mismatch } = await adoptPayment(deps, adoption)
      const { orderNumber, itemName, state } = order
      const created = `Order ${orderNumber} (${itemName}) for ${member} ${isNew ? 'was created from this payment' : 'already has this payment'}. Order status: ${state === 'disputed' ? 'payment disputed' : state}.`
      if (!mismatch) return printLine(created)
      return printLine(
        `${created}\nThe member is ${mismatch.member}; Stripe shows ${mismatch.paidBy}. Both were logged. To undo this, refund the order, which returns the money to the buyer and ends their access: npm run academy -- refund ${orderNumber}`,
      )
    },
  },
  'invoice-gaps': {
    usage: 'invoice-gaps',
    isReading: true,
    help: `Lists invoice and credit note numbers that are missing from this database, with their payments. They were issued after the backup that was restored.
To close a gap, create an order for its payment (adopt-payment).`,
    async run({ db }) {
      const gaps = await listInvoiceGaps(db)
      if (gaps.length === 0) return printLine('There are no gaps in invoice and credit note numbers.')
      const rows = gaps.map((gap) => [formatInvoiceNumber(gap), gap.issuedOn ?? '', gap.intentId ?? 'no payment found'])
      const table = formatTable([{ title: 'Number' }, { title: 'Date' }, { title: 'Payment' }], rows)
      return printLine(`${table}\n\n${pluralize(gaps.length, 'number')}.`)
    },
  },
  'confirm-former-address': {
    usage: 'confirm-former-address HOST',
    help: `Confirms that this academy used to be at HOST (such as old.example.com), after PUBLIC_URL changed or a backup was restored at another address.
Stripe payments record the address of the academy that created them. Once confirmed, payments from HOST are completed, refunded, and invoiced here. Until then, only the refund command affects them, and it refunds real money.
The mail server and Stripe keys that owners entered in the studio, also keys of former Stripe accounts, are used here, too.
Never confirm the address of an academy that is still running: this one would process its payments and email its buyers.`,
    async run(deps, { args: [typed], by }) {
      if (!typed) return printUsageError('confirm-former-address needs a host: confirm-former-address old.example.com')
      const { formerHost, currentHost, isNew } = await confirmFormerAddress(deps, { typed, by })
      const isUsed = await confirmAllSettings(deps, by)
      // If the provider can't be reached, the running academy reads them.
      await readNumbers(deps).catch((error: unknown) => {
        if (!(error instanceof ProviderUnavailable)) throw error
      })
      printLine(
        isNew
          ? `Payments from ${formerHost} now belong to this academy (${currentHost}). Their latest status is read within a minute.`
          : `${formerHost} was already confirmed.`,
      )
      if (isUsed) printLine('The mail server and Stripe keys that owners entered in the studio are now used here.')
      return 0
    },
  },
} satisfies Readonly<Record<string, Command>>
