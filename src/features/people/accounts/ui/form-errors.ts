import { ApiError } from '#web/client/api.ts'

/** The server's message, or that it could not be reached. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message || 'Something went wrong. Please try again.'
  return 'The academy could not be reached. Please check your connection and try again.'
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
