import { adoptPayment, confirmFormerAddress, listInvoiceGaps } from '#features/commerce/payments/payments.public.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatInvoiceNumber } from '#shared/invoice-number.ts'
import { requireMemberId } from './member-id.ts'
import { formatTable } from './table.ts'
import { printUsageError, printLine, type Command } from './command.ts'

const text = { type: 'string' } as const

export const paymentsCommands = {
  'adopt-payment': {
    usage: 'adopt-payment PAYMENT --member MEMBER',
    help: `Creates an order for a paid Stripe payment (pi_…) whose order is not in the database, for example after restoring an older backup.
The order gets its number, invoice, and access back. Receipts from before the restore are not emailed again; to email one, use resend.
  --member MEMBER   the buyer: username or email address
  --product NAME    what was bought, if the payment does not say`,
    options: { member: text, product: text },
    async run(deps, { args: [intentId], options: { member, product }, by }) {
      if (!intentId?.startsWith('pi_') || typeof member !== 'string')
        return printUsageError('adopt-payment needs a payment and a member: adopt-payment pi_… --member MEMBER')
      const memberId = await requireMemberId(deps.db, member)
      const slug = typeof product === 'string' ? product : undefined
      const { order, isNew } = await adoptPayment(deps, { intentId, memberId, slug, by })
      return printLine(
        `Order ${order.orderNumber} (${order.itemName}) of ${member} ${isNew ? 'was created for this payment' : 'already has this payment'}. It is now ${order.state}.`,
      )
    },
  },
  'invoice-gaps': {
    usage: 'invoice-gaps',
    isReading: true,
    help: `Lists invoice and credit note numbers without a document here, with their payments. They were issued after the backup that was restored.
To close a gap, adopt its payment (adopt-payment).`,
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
Stripe payments name the academy that created them. Once confirmed, payments that name HOST are settled, refunded, and numbered here. Until then, they are left alone.
Never confirm the address of an academy that is still running: this one would settle its payments and email its buyers.`,
    async run(deps, { args: [typed], by }) {
      if (!typed) return printUsageError('confirm-former-address needs a host: confirm-former-address old.example.com')
      const { formerHost, currentHost, isNew } = await confirmFormerAddress(deps, { typed, by })
      return printLine(
        isNew
          ? `Payments that name ${formerHost} now belong to this academy (${currentHost}). Their latest status is read within a minute.`
          : `${formerHost} was already confirmed.`,
      )
    },
  },
} satisfies Readonly<Record<string, Command>>
