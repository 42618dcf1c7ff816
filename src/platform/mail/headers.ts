import type { MailMessage } from './mail.ts'

/**
 * The academy writes every message by program, so none may be answered by a program: RFC 3834, and what Exchange heeds. A message that its reader may
 * unsubscribe from is also marked as bulk, and names the address for that button of mail programs (RFC 2369, RFC 8058).
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
