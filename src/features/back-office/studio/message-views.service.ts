import { type MessageLine, type RecipientLine, SKIP_LABELS } from '#features/learning/messages/messages.public.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { listMessagePage, listMessageRecipients } from './messages.contract.ts'

export function toMessageLine(message: MessageLine): EndpointReply<typeof listMessagePage>['messages'][number] {
  const { id, state, audience, name, course, subject, sender, sendAt, changedAt, totals } = message
  return {
    id,
    state,
    audience,
    name,
    course,
    subject,
    sender,
    send_at: sendAt?.toISOString() ?? null,
    changed_at: changedAt.toISOString(),
    totals: {
      ...totals,
      skipped: Object.values(totals.skipped).reduce((sum, count) => sum + count, 0),
      stopped: totals.skipped['stopped'] ?? 0,
    },
  }
}

export function toRecipientLine(
  recipient: RecipientLine,
): EndpointReply<typeof listMessageRecipients>['recipients'][number] {
  const { memberId, name, email, state, reason, answer, at } = recipient
  return {
    id: memberId,
    name,
    email,
    state,
    reason: reason === null ? answer : SKIP_LABELS[reason],
    when: at.toISOString(),
  }
}
