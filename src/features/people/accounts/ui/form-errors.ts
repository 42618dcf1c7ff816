import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from '#web/client/api.ts'

/** The server's message, or that it could not be reached. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message || 'Something went wrong. Please try again.'
  return 'The academy could not be reached. Please check your connection and try again.'
}

/** Shows validation errors on the form's fields and focuses the first one. False when none applies to a field. */
export function setFieldErrors<Form extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Form>[],
  setError: UseFormSetError<Form>,
): boolean {
  const messages = getFieldMessages(error, fields)
  for (const [index, [field, message]] of messages.entries())
    setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
  return messages.length > 0
}

/** The first message for each field of a rejected form: `{username: ['…']}`, or the same under `fields`. */
export function getFieldMessages<Field extends string>(error: unknown, fields: readonly Field[]): [Field, string][] {
  if (!(error instanceof ApiError) || error.status !== 400) return []
  const { body } = error
  const byField = typeof body['fields'] === 'object' ? { ...body, ...body['fields'] } : body
  return fields.flatMap((field) => {
    const messages = byField[field]
    const first: unknown = Array.isArray(messages) ? messages[0] : undefined
    return typeof first === 'string' ? [[field, first] as [Field, string]] : []
  })
}
