import { sendVerificationAgain } from '#features/people/login/login.public.ts'
import { resendMemberCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { resendOrderReceipt } from '#features/commerce/orders/orders.public.ts'
import { parseCertificateId } from './certificate-commands.ts'
import { requireMemberId } from './member-id.ts'
import { printError, printLine, type Command } from './command.ts'

export const resendCommand: Command = {
  usage: 'resend certificate ID | receipt ORDER | verification MEMBER',
  help: `Resends by email, to the member's current address: a certificate (by its ID or web address), an order's receipt with its invoice,
or the link that verifies an unverified address.`,
  async run(deps, { args: [what, which], by }) {
    switch (what) {
      case 'certificate': {
        if (!which) return printError('resend certificate needs a certificate ID: resend certificate ID')
        const { address, courseName } = await resendMemberCertificate(deps, { id: parseCertificateId(which), by })
        return printLine(formatSent(`The certificate for ${courseName}`, address))
      }
      case 'receipt': {
        if (!which) return printError('resend receipt needs an order number: resend receipt ORDER')
        const { address, orderNumber, itemName } = await resendOrderReceipt(deps, { orderNumber: which, by })
        return printLine(formatSent(`The receipt for order ${orderNumber}, ${itemName},`, address))
      }
      case 'verification': {
        if (!which) return printError('resend verification needs a member: resend verification MEMBER')
        const { address } = await sendVerificationAgain(deps, { memberId: await requireMemberId(deps.db, which), by })
        return printLine(formatSent('A new link to verify the address', address))
      }
      default:
        return printError('resend takes certificate, receipt, or verification. Try: npm run academy -- resend --help')
    }
  },
}

function formatSent(what: string, address: string): string {
  return `${what} will be emailed to ${address} within a minute if the academy is running. To check: npm run academy -- mails ${address}`
}
