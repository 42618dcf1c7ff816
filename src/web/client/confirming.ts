type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Says how to ask again who is there; the answer is false where that was given up. */
export function confirmWith(given: Ask): void {
  ask = given
}

/** Asks once, however many calls wait for it. */
export function confirmIdentity(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asking = undefined))
  return asking
}

let signIn: Ask | undefined
let signingIn: Promise<boolean> | undefined

/** Says how to ask who works here to log in again without leaving the page, where a session ends while something is being typed. */
export function signInWith(given: Ask): void {
  signIn = given
}

export function canSignInHere(): boolean {
  return signIn !== undefined
}

/** Asks once, however many calls wait for it; the answer is false where that was given up. */
export function signInHere(): Promise<boolean> {
  signingIn ??= (signIn?.() ?? Promise.resolve(false)).finally(() => (signingIn = undefined))
  return signingIn
}

const SETTING_UP = '/Account/Security'

/** Staff who can do nothing before they have a second factor are led to where it is set up. */
export function leadToSettingUp(): void {
  if (!location.pathname.toLowerCase().startsWith(SETTING_UP.toLowerCase()))
    location.assign(`${SETTING_UP}?next=${encodeURIComponent(location.pathname)}`)
}
