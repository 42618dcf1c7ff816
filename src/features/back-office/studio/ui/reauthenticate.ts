import { ApiError } from '#web/client/api.ts'
import { setSendWrapper } from '#web/client/confirm-identity.ts'
import { storedToken } from '#web/client/session.ts'

let asking: Promise<boolean> | undefined

/**
 * When the session has ended, here or in another tab, makes every request from this document wait for a login and then
 * retries it. Asks once for all waiting requests; if the login is canceled, they fail.
 */
export function setReauthenticatePrompt(ask: () => Promise<boolean>): void {
  const isInAgain = () => (asking ??= ask().finally(() => (asking = undefined)))
  setSendWrapper(async (send) => {
    const token = storedToken()
    if (token === undefined && !(await isInAgain())) throw signedOut()
    try {
      return await send()
    } catch (error) {
      if (!isSessionOver(error)) throw error
      // Another request may have asked already.
      const isIn = storedToken() !== undefined && storedToken() !== token
      if (!isIn && !(await isInAgain())) throw error
      return send()
    }
  })
}

function signedOut(): ApiError {
  return new ApiError(401, 'Unauthorized', { code: 'sign_in_required', message: 'You’re logged out. Log in again.' })
}

function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.body['code'] === 'sign_in_required'
}
