import { sendVerificationAgain } from '#features/people/login/login.public.ts'
import { resendMemberCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { resendOrderReceipt } from '#features/commerce/orders/orders.public.ts'
import { parseCertificateId } from './certificate-commands.ts'
import { requireMemberId } from './member-id.ts'
import { printError, printLine, type Command } from './command.ts'

export const resendCommand: Command = {
  usage: 'resend WHAT WHICH',
  help: `resend certificate NUMBER | receipt ORDER | verification MEMBER
Mails again, to the address that the member has now: a certificate (its number or its address), the receipt of an order with its invoice,
or the link that verifies an address which was never verified.`,
  async run(deps, { args: [what, which], by }) {
    switch (what) {
      case 'certificate': {
        if (!which) return printError('resend certificate needs its number: resend certificate NUMBER')
        const { address, courseName } = await resendMemberCertificate(deps, { id: parseCertificateId(which), by })
        return printLine(formatSent(`The certificate for ${courseName}`, address))
      }
      case 'receipt': {
        if (!which) return printError('resend receipt needs the number of an order: resend receipt ORDER')
        const { address, orderNumber, itemName } = await resendOrderReceipt(deps, { orderNumber: which, by })
        return printLine(formatSent(`The receipt of order ${orderNumber}, ${itemName},`, address))
      }
      case 'verification': {
        if (!which) return printError('resend verification needs a member: resend verification MEMBER')
        const { address } = await sendVerificationAgain(deps, { memberId: await requireMemberId(deps.db, which), by })
        return printLine(formatSent('A new link to verify the address', address))
      }
      default:
        return printError('resend takes certificate, receipt or verification. Try: npm run academy -- resend --help')
    }
  },
}

function formatSent(what: string, address: string): string {
  return `${what} will be mailed to ${address} within a minute while the academy runs. Whether it went: mails ${address}`
}
