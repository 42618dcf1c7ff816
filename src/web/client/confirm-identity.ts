type IdentityPrompt = () => Promise<boolean>

let identityPrompt: IdentityPrompt | undefined
let pendingPrompt: Promise<boolean> | undefined

/** Sets the function that asks for confirmation; it resolves to false if canceled. */
export function setIdentityPrompt(given: IdentityPrompt): void {
  identityPrompt = given
}

/** Asks only once, even if several requests are waiting. */
export function confirmIdentity(): Promise<boolean> {
  pendingPrompt ??= (identityPrompt?.() ?? Promise.resolve(false)).finally(() => (pendingPrompt = undefined))
  return pendingPrompt
}

type SendWrapper = (send: () => Promise<unknown>) => Promise<unknown>

let sendWrapper: SendWrapper | undefined

/** Sets the wrapper for members' requests on pages that let members log in without leaving the page. */
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

/** Redirects staff who must set up two-factor authentication first. */
export function goToTwoFactorSetup(): void {
  if (!location.pathname.toLowerCase().startsWith(TWO_FACTOR_SETUP_PAGE.toLowerCase()))
    location.assign(`${TWO_FACTOR_SETUP_PAGE}?next=${encodeURIComponent(location.pathname)}`)
}
