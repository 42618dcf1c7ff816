import type { MailMessage } from './mail.ts'

/**
 * Returns the extra headers of a message. All messages are automatic, so other programs should not reply to them. RFC
 * 3834 defines the header for that, and Exchange respects another one. A message with an unsubscribe link is also
 * marked as bulk, and names the URL for the unsubscribe button of email clients (RFC 2369, RFC 8058). The ID is in the
 * Message-ID, too, but some services, such as Amazon SES, replace that one.
 */
export function headersFor({
  id,
  leave,
}: {
  id?: string | undefined
  leave?: MailMessage['leave'] | undefined
}): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(id !== undefined && { 'X-Email-ID': id }),
    ...(leave !== undefined && {
      Precedence: 'bulk',
      'List-Unsubscribe': `<${leave}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}
