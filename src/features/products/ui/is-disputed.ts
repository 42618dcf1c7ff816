import { ApiError } from '#web/client/api.ts'

/** Whether the API refused because the caller's payment of what was asked for is disputed. */
export function isDisputed(error: unknown): boolean {
  return error instanceof ApiError && error.body['is_disputed'] === true
}
