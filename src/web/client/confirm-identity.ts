type IdentityPrompt = () => Promise<boolean>

let identityPrompt: IdentityPrompt | undefined
let pendingPrompt: Promise<boolean> | undefined

/** Says how to ask again who is there; the answer is false where that was given up. */
export function setIdentityPrompt(given: IdentityPrompt): void {
  identityPrompt = given
}

/** Asks once, however many calls wait for it. */
export function confirmIdentity(): Promise<boolean> {
  pendingPrompt ??= (identityPrompt?.() ?? Promise.resolve(false)).finally(() => (pendingPrompt = undefined))
  return pendingPrompt
}

type SendWrapper = (send: () => Promise<unknown>) => Promise<unknown>

let sendWrapper: SendWrapper | undefined

/** Says through what every call of a member is sent, on pages that ask to log in again without being left. */
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

/** Staff who can do nothing before they have a second factor are led to where it is set up. */
export function goToTwoFactorSetup(): void {
  if (!location.pathname.toLowerCase().startsWith(TWO_FACTOR_SETUP_PAGE.toLowerCase()))
    location.assign(`${TWO_FACTOR_SETUP_PAGE}?next=${encodeURIComponent(location.pathname)}`)
}
