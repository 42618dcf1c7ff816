import { findFieldErrors } from '#features/foundation/email-texts/email-texts.public.ts'
import { renderPreview } from '#features/foundation/markdown/markdown.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { toTypedMarkdown } from '#shared/markdown.ts'
import { tidyLine, tidyText } from '#shared/tidy-text.ts'
import { findMessage } from './messages.queries.ts'
import {
  type AudienceKind,
  getMessageVariables,
  MAX_BODY_LENGTH,
  MAX_SUBJECT_LENGTH,
  type MessageText,
} from './messages.rules.ts'

export const messageNotFoundError = () => new AppError('not_found', 'Message not found.')

/** Returns the errors by field. A draft may be incomplete. */
function findMessageErrors(audience: AudienceKind, { subject, body }: MessageText, isDraft: boolean) {
  const variables = getMessageVariables(audience)
  const errors = {
    subject: [
      ...(subject === '' && !isDraft ? ['Enter a subject.'] : []),
      ...findFieldErrors(variables, subject, MAX_SUBJECT_LENGTH),
    ],
    body: [
      ...(body === '' && !isDraft ? ['Write a message.'] : []),
      ...findFieldErrors(variables, body, MAX_BODY_LENGTH),
    ],
  }
  return Object.fromEntries(Object.entries(errors).filter(([, messages]) => messages.length > 0))
}

/** Checks the text, and renders it before any transaction, because that takes a while. */
export async function prepareText(
  { db }: Pick<Deps, 'db'>,
  { messageId, isDraft, ...typed }: MessageText & { messageId: string; isDraft: boolean },
): Promise<MessageText & { html: string }> {
  const stored = await findMessage(db, messageId)
  if (!stored) throw messageNotFoundError()
  const text = { subject: tidyLine(typed.subject), body: tidyText(typed.body) }
  const errors = findMessageErrors(stored.audience, text, isDraft)
  if (Object.keys(errors).length > 0) throw fieldErrors(errors)
  return { ...text, html: text.body === '' ? '' : await renderPreview(toTypedMarkdown(text.body)) }
}
