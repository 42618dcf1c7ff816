/** Why a mail server rejected an email: the code of its SMTP reply, the RFC 3463 status code, and its text. */
export type DeliveryFailure = { replyCode: number | undefined; status: string | undefined; text: string }

/** RFC 3463 statuses: no such mailbox, no such domain, invalid syntax, moved, a domain without email, and disabled. */
const NO_MAILBOX = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])
/** Statuses that say only that an undefined problem is permanent. */
export const UNDEFINED_STATUS = /^5\.[012]\.0$/
const MAILBOX_UNAVAILABLE = 550

const NO_MAILBOX_TEXT =
  /\b(?:unknown|invalid|nonexistent|no such) (?:local )?(?:user|recipient|mailbox|address|account)\b|\b(?:user|recipient|mailbox|address|account)\b[^.;]{0,40}\b(?:unknown|not found|not exist|doesn['’]t exist|disabled|inactive)\b/i
const OTHER_TEXT = /spam|policy|block|denied|reputation|quota|full|relay/i
/** Many servers check the sender only after they know the recipient, with the same codes. */
const ABOUT_SENDER = /\b(?:sender|mail from|from address|return.?path|your (?:account|address|domain)|verif\w+)\b/i
const MAX_TEXT_LENGTH = 500

/**
 * Whether the mailbox doesn't exist or is disabled, so that no later email will arrive either. RFC 3463 defines this
 * with the second digit (1: the address, 2: the mailbox) and the third. A full mailbox (5.2.2), a rejected text or
 * sender (5.7.x), and routing errors (5.4.x), which the sending server may have caused, don't count, and neither does
 * anything temporary (4.x.x). A server that sends no status, or an undefined one, answers 550 also for its policies (RFC
 * 5321, 4.2.3), so then its text must say that there is no such mailbox. A text about the sender never counts.
 */
export function isHardBounce({ replyCode, status, text }: DeliveryFailure): boolean {
  const start = text.slice(0, MAX_TEXT_LENGTH)
  if (ABOUT_SENDER.test(start)) return false
  if (status !== undefined && !UNDEFINED_STATUS.test(status)) return NO_MAILBOX.has(status)
  return replyCode === MAILBOX_UNAVAILABLE && NO_MAILBOX_TEXT.test(start) && !OTHER_TEXT.test(start)
}
