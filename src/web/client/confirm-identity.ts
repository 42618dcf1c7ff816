type IdentityPrompt = () => Promise<boolean>

let identityPrompt: IdentityPrompt | undefined
let pendingPrompt: Promise<boolean> | undefined

/** Sets how to confirm identity; resolves to false if canceled. */
export function setIdentityPrompt(given: IdentityPrompt): void {
  identityPrompt = given
}

/** Asks once for any number of waiting calls. */
export function confirmIdentity(): Promise<boolean> {
  pendingPrompt ??= (identityPrompt?.() ?? Promise.resolve(false)).finally(() => (pendingPrompt = undefined))
  return pendingPrompt
}

type SendWrapper = (send: () => Promise<unknown>) => Promise<unknown>

let sendWrapper: SendWrapper | undefined

/** Sets the wrapper for members' calls, on pages that ask for login in place. */
export function setSendWrapper(given: SendWrapper): void {
  sendWrapper = given
}

export function canSignInHere(): boolean {
  return sendWrapper !== undefined
}

export function sendWrapped(send: () => Promise<unknown>): Promise<unknown> {
  return sendWrapper ? sendWrapper(send) : send()
}

const TWO_FACTOR_SETUP_PAGE = '/Account/Security'

/** Staff who must set up two-factor first are sent there. */
export function goToTwoFactorSetup(): void {
  if (!location.pathname.toLowerCase().startsWith(TWO_FACTOR_SETUP_PAGE.toLowerCase()))
    location.assign(`${TWO_FACTOR_SETUP_PAGE}?next=${encodeURIComponent(location.pathname)}`)
}
