import { ApiError } from '#web/client/api.ts'

export function getFieldError(error: unknown, field: 'coupon' | 'postal_code' | 'total'): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { fields } = error.body
  const found = typeof fields === 'object' && fields !== null ? Reflect.get(fields, field) : undefined
  return Array.isArray(found) ? String(found[0]) : undefined
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'Please try again.'
}
