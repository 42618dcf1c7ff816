import { rm, writeFile } from 'node:fs/promises'
import { getInvoicePdfByNumber } from '#features/commerce/orders/orders.public.ts'
import { exportDataForStaff, getErasedListPath, eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { AppError } from '#shared/app-error.ts'
import { requireMemberId } from './member-id.ts'
import { recordCommand } from './record-command.ts'
import { printUsageError, printLine, type Command } from './command.ts'

export const privacyCommands = {
  invoice: {
    usage: 'invoice NUMBER FILE',
    help: `Writes an invoice or credit note (INV-000042, CN-000007) to a new PDF file. Invoices stay available for 10 years, even if the buyer's account is deleted.
The command is recorded in the audit log.`,
    async run(deps, { args: [number, file], by }) {
      if (!number || !file) return printUsageError('invoice needs a number and a file: invoice INV-000042 invoice.pdf')
      const { content } = await getInvoicePdfByNumber(deps, number)
      // Logged before the content can be read, so that no one can deny having opened a retained record.
      await recordCommand(deps, { kind: 'invoice.handed_out', by, subject: { id: number } })
      await writePrivateFile(file, content)
      return printLine(`Saved ${number} to ${file}.`)
    },
  },
  'export-member': {
    usage: 'export-member MEMBER FILE',
    help: `Writes all data stored about a member (username or email address) to a new ZIP file: member.json, certificates, and invoices.
The command is recorded in the audit log. Members can download the same file from their account page.`,
    async run(deps, { args: [member, file], by }) {
      if (!member || !file) return printUsageError('export-member needs a member and a file: export-member MEMBER FILE')
      const { content } = await exportDataForStaff(deps, { memberId: await requireMemberId(deps.db, member), by })
      await writePrivateFile(file, content)
      return printLine(`Saved all data about ${member} to ${file}.`)
    },
  },
  'erase-member': {
    usage: 'erase-member MEMBER',
    help: `Permanently deletes a member (username or email address): name, addresses, posts and other text they wrote, personal details in the audit log, sessions,
two-factor authentication, emails, and the Stripe customer. Sales, invoices, completions, and certificates are kept without a name (docs/privacy.md). Not allowed while a payment is pending or disputed.`,
    async run(deps, { args: [member], by }) {
      if (!member) return printUsageError('erase-member needs a member: erase-member MEMBER')
      const memberId = await requireMemberId(deps.db, member)
      await eraseMember(deps, { memberId, by })
      return printLine(
        `Deleted. The records that are kept have no name, only the ID ${memberId}.\nEarlier backups still contain the member's data. A restore deletes it again only if it finds the list ${getErasedListPath(deps.config.dataDir)}. Keep a copy of that list with your backups.`,
      )
    },
  },
} satisfies Readonly<Record<string, Command>>

/** Writes a file that only its owner can read, because it contains personal data. */
async function writePrivateFile(file: string, content: Uint8Array): Promise<void> {
  await writeFile(file, content, { flag: 'wx', mode: 0o600 }).catch(async (error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new AppError('invalid', `${file} already exists. Choose another file name.`)
    await rm(file, { force: true })
    throw error
  })
}
