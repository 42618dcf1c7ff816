import { ApiError } from './api.ts'

/**
 * Sends new content under its ID, or under a new ID if that one is taken: a tab opened from another tab starts with a
 * copy of its drafts, and the content of both must be kept.
 */
export async function sendOnce<Result>(id: string, send: (id: string) => Promise<Result>): Promise<Result> {
  try {
    return await send(id)
  } catch (error) {
    if (error instanceof ApiError && error.body['code'] === 'conflict') return send(crypto.randomUUID())
    throw error
  }
}
