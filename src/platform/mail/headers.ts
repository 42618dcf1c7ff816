import type { MailMessage } from './mail.ts'

/**
 * All messages are automatic, so no program may answer them: RFC 3834, and the header that Exchange respects. A message
 * that can be unsubscribed from is also marked as bulk and names the address for the unsubscribe button of email
 * clients (RFC 2369, RFC 8058).
 */
export function headersFor({ leave }: { leave?: MailMessage['leave'] | undefined }): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(leave !== undefined && {
      Precedence: 'bulk',
      'List-Unsubscribe': `<${leave}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}
