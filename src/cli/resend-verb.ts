import { sendVerificationAgain } from '#features/people/accounts/accounts.public.ts'
import { sendCertificateAgain } from '#features/credentials/certificates/certificates.public.ts'
import { sendReceiptAgain } from '#features/commerce/orders/orders.public.ts'
import { numberIn } from './certificate-verbs.ts'
import { memberOf } from './member-of.ts'
import { complain, say, type Verb } from './verb.ts'

export const resendVerb: Verb = {
  usage: 'resend WHAT WHICH',
  help: `resend certificate NUMBER | receipt ORDER | verification MEMBER
Mails again, to the address that the member has now: a certificate (its number or its address), the receipt of an order with its invoice,
or the link that verifies an address which was never verified.`,
  async run(deps, { args: [what, which], by }) {
    switch (what) {
      case 'certificate': {
        if (!which) return complain('resend certificate needs its number: resend certificate NUMBER')
        const { address, courseName } = await sendCertificateAgain(deps, { id: numberIn(which), by })
        return say(told(`The certificate for ${courseName}`, address))
      }
      case 'receipt': {
        if (!which) return complain('resend receipt needs the number of an order: resend receipt ORDER')
        const { address, orderNumber, itemName } = await sendReceiptAgain(deps, { orderNumber: which, by })
        return say(told(`The receipt of order ${orderNumber}, ${itemName},`, address))
      }
      case 'verification': {
        if (!which) return complain('resend verification needs a member: resend verification MEMBER')
        const { address } = await sendVerificationAgain(deps, { memberId: await memberOf(deps.db, which), by })
        return say(told('A new link to verify the address', address))
      }
      default:
        return complain('resend takes certificate, receipt or verification. Try: npm run academy -- resend --help')
    }
  },
}

function told(what: string, address: string): string {
  return `${what} will be mailed to ${address} within a minute while the academy runs. Whether it went: mails ${address}`
}
