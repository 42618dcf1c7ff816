import { ApiError } from './api.ts'

/**
 * Sends what is new under its id, or under another id if that one is taken: a tab opened from another one starts with a copy of its drafts,
 * and both texts are kept.
 */
export async function sendOnce<Result>(id: string, send: (id: string) => Promise<Result>): Promise<Result> {
  try {
    return await send(id)
  } catch (error) {
    if (error instanceof ApiError && error.body['code'] === 'conflict') return send(crypto.randomUUID())
    throw error
  }
}
