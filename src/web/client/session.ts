import { useSyncExternalStore } from 'react'

const KEY = 'token'
/**
 * Whether the token's owner is staff, according to one of their pages: grants nothing, only shows the link to the
 * studio.
 */
const STAFF = 'staff'
const listeners = new Set<() => void>()
/** The last token known in this tab, also after a logout. */
let lastToken = storedToken()

/** The stored token; undefined for visitors and during server rendering. */
export function storedToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    // The server has no storage, and browsers may block it.
    return undefined
  }
}

/** False if the browser stores nothing, so that login is impossible. */
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

/** For pages with much input: another tab may log in again as the same member without a reload. */
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
 * Logs out the member: removes everything that this browser stores, in every tab. An expired session only drops its
 * token.
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

/** Whether this document may show data of a member who is no longer logged in. */
export function hasStaleMember(): boolean {
  return lastToken !== undefined && storedToken() !== lastToken
}

/** Whether this document belongs to a member, also after the session is over. */
export function hasShownMember(): boolean {
  return lastToken !== undefined
}

/** Reloads the page for the current user and hides its content meanwhile; unsaved input does not stop it. */
export function reloadPage(): void {
  document.documentElement.hidden = true
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
}

/**
 * Whether a token is stored; false on the server and during hydration, since rendered pages are the same for everyone.
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
    // Without storage no one is logged in.
  }
  notifyListeners()
}

/** False on the server and during hydration, as above. */
export function useIsStaff(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => storedToken() !== undefined && localStorage.getItem(STAFF) !== null,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab may log in or out.
  const hear = () => {
    const token = storedToken()
    // A different member: this page's content and input are not theirs.
    if (token && lastToken && token !== lastToken) void reloadUnlessSame()
    // The member logged out (the session did not just expire), so discard everything of theirs.
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
  // If the owner is unknown, no input is lost.
  const isSame = await (isSameMember?.().catch(() => true) ?? false)
  if (!isSame) reloadPage()
}

function hasMember(): boolean {
  return localStorage.getItem('member') !== null
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
