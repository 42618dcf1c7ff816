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

type Way = (send: () => Promise<unknown>) => Promise<unknown>

let way: Way | undefined

/** Says through what every call of a member is sent, on pages that ask to log in again without being left. */
export function sendThrough(given: Way): void {
  way = given
}

export function canSignInHere(): boolean {
  return way !== undefined
}

export function sendOn(send: () => Promise<unknown>): Promise<unknown> {
  return way ? way(send) : send()
}

const SETTING_UP = '/Account/Security'

/** Staff who can do nothing before they have a second factor are led to where it is set up. */
export function leadToSettingUp(): void {
  if (!location.pathname.toLowerCase().startsWith(SETTING_UP.toLowerCase()))
    location.assign(`${SETTING_UP}?next=${encodeURIComponent(location.pathname)}`)
}
