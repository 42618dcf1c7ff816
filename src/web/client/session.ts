import { useSyncExternalStore } from 'react'

const KEY = 'token'
/**
 * Set when the API reports that the member is staff. It grants no permissions and only shows the link to the studio.
 */
const STAFF = 'staff'
const listeners = new Set<() => void>()
/** The last token known to this tab, even after a logout. */
let lastToken = storedToken()

/** The stored token; undefined for visitors and on the server. */
export function storedToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    // The server has no storage, and browsers might block it.
    return undefined
  }
}

/** False if the browser can't store anything, so that login is impossible. */
export function storeToken(token: string): boolean {
  try {
    if (token !== storedToken()) localStorage.removeItem(STAFF)
    localStorage.setItem(KEY, token)
  } catch {
    return false
  }
  lastToken = token
  notifyListeners()
  return true
}

let isSameMember: (() => Promise<boolean>) | undefined

/** Keeps a page with a lot of input from reloading when the same member logs in again in another tab. */
export function setSameMemberCheck(isSame: () => Promise<boolean>): void {
  isSameMember = isSame
}

export function dropToken(): void {
  try {
    localStorage.removeItem(KEY)
    localStorage.removeItem(STAFF)
  } catch {
    // Without storage there is nothing to remove.
  }
  notifyListeners()
}

/**
 * Logs out the member and removes everything this browser stores, for all tabs. (When a session expires, only its token
 * is removed.)
 */
export function endSession(): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Without storage there is nothing to remove.
  }
  notifyListeners()
}

/** Whether this document might still show the data of a member who is no longer logged in. */
export function hasStaleMember(): boolean {
  return lastToken !== undefined && storedToken() !== lastToken
}

/** Whether this document belongs to a member, even after the session has ended. */
export function hasShownMember(): boolean {
  return lastToken !== undefined
}

/** Reloads the page for the current user and hides its content in the meantime; unsaved input does not prevent this. */
export function reloadPage(): void {
  document.documentElement.hidden = true
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
}

/**
 * Whether a token is stored; false on the server and during hydration, because server-rendered pages are the same for
 * everyone.
 */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => storedToken() !== undefined,
    () => false,
  )
}

export function rememberStaff(isStaff: boolean): void {
  try {
    if (isStaff) localStorage.setItem(STAFF, 'yes')
    else localStorage.removeItem(STAFF)
  } catch {
    // Without storage, no one is logged in.
  }
  notifyListeners()
}

/** Like `useIsSignedIn`, false on the server and during hydration. */
export function useIsStaff(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => storedToken() !== undefined && localStorage.getItem(STAFF) !== null,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab may have logged in or out.
  const hear = () => {
    const token = storedToken()
    // If a different member logged in, this page's content and input are not theirs.
    if (token && lastToken && token !== lastToken) void reloadUnlessSame()
    // If the member logged out (the session did not just expire), discards all of their data.
    if (!token && lastToken && !hasMember()) reloadPage()
    lastToken = token ?? lastToken
    listener()
  }
  addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', hear)
  }
}

async function reloadUnlessSame(): Promise<void> {
  // If the check fails, the page keeps its input.
  const isSame = await (isSameMember?.().catch(() => true) ?? false)
  if (!isSame) reloadPage()
}

function hasMember(): boolean {
  return localStorage.getItem('member') !== null
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
