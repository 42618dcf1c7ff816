import { ApiError } from '#web/client/api.ts'
import { setSendWrapper } from '#web/client/confirm-identity.ts'
import { storedToken } from '#web/client/session.ts'

let asking: Promise<boolean> | undefined

/**
 * Makes every call of this document ask to log in when the session has ended, here or in another tab, then retries it.
 * Asks once for all waiting calls; they fail if it is canceled.
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
      // Another call may have asked meanwhile.
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
