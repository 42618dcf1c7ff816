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
    help: `Makes an order of a paid payment (pi_…) at the card provider whose order is not in the database, as after the restore of an older backup.
The order gets its number, invoice, and access back. What was paid before the restore is not emailed again; resend emails the receipt.
  --member MEMBER   whose order it is: username or email address
  --product NAME    what was bought, where the payment does not say`,
    options: { member: text, product: text },
    async run(deps, { args: [intentId], options: { member, product }, by }) {
      if (!intentId?.startsWith('pi_') || typeof member !== 'string')
        return printUsageError('adopt-payment needs a payment and a member: adopt-payment pi_… --member MEMBER')
      const memberId = await requireMemberId(deps.db, member)
      const slug = typeof product === 'string' ? product : undefined
      const { order, isNew } = await adoptPayment(deps, { intentId, memberId, slug, by })
      return printLine(
        `Order ${order.orderNumber} (${order.itemName}) of ${member} ${isNew ? 'was made of this payment' : 'has this payment already'}; it is ${order.state} now.`,
      )
    },
  },
  'invoice-gaps': {
    usage: 'invoice-gaps',
    isReading: true,
    help: `Numbers of invoices and credit notes that no document here has, with the payments that show them: those issued after a backup that was restored.
A gap closes when its payment is adopted (adopt-payment).`,
    async run({ db }) {
      const gaps = await listInvoiceGaps(db)
      if (gaps.length === 0) return printLine('There are no gaps in the numbers of invoices and credit notes.')
      const rows = gaps.map((gap) => [
        formatInvoiceNumber(gap),
        gap.issuedOn ?? '',
        gap.intentId ?? 'no payment shows it',
      ])
      const table = formatTable([{ title: 'Number' }, { title: 'Date' }, { title: 'Payment' }], rows)
      return printLine(`${table}\n\n${pluralize(gaps.length, 'number')}.`)
    },
  },
  'confirm-former-address': {
    usage: 'confirm-former-address HOST',
    help: `Confirms that this academy was at HOST before (such as old.example.com), after PUBLIC_URL has changed or a backup was restored at another address.
Payments at the card provider name the academy that opened them. Those that name HOST are settled, refunded, and numbered here from then on; until then they are left alone.
Never confirm the address of an academy that still runs: a copy would settle its payments and email its buyers.`,
    async run(deps, { args: [typed], by }) {
      if (!typed) return printUsageError('confirm-former-address needs a host: confirm-former-address old.example.com')
      const { formerHost, currentHost, isNew } = await confirmFormerAddress(deps, { typed, by })
      return printLine(
        isNew
          ? `Payments that name ${formerHost} belong to this academy (${currentHost}) now. What happened to them meanwhile is read within a minute.`
          : `${formerHost} was confirmed before.`,
      )
    },
  },
} satisfies Readonly<Record<string, Command>>
