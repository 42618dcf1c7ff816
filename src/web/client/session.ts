import { useSyncExternalStore } from 'react'

const KEY = 'token'
/** Whether the token's owner is staff, as a page of his own was told: it opens nothing, and only shows the way to the studio. */
const STAFF = 'staff'
const listeners = new Set<() => void>()
/** The newest token that this tab knew, also after a logout. */
let lastToken = storedToken()

/** The stored token; undefined for visitors and while rendering on the server. */
export function storedToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    // No storage on the server, and none where the browser forbids it.
    return undefined
  }
}

/** False where the browser stores nothing: nobody can be logged in there. */
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

/** For pages in which much is typed: another tab may log in again as the same member, and then nothing is loaded anew. */
export function setSameMemberCheck(isSame: () => Promise<boolean>): void {
  isSameMember = isSame
}

export function dropToken(): void {
  try {
    localStorage.removeItem(KEY)
    localStorage.removeItem(STAFF)
  } catch {
    // Where nothing can be stored there is none.
  }
  notifyListeners()
}

/** The member logs out: everything that this browser keeps goes, in every tab. A session that expires only drops its token. */
export function endSession(): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Where nothing can be stored there is nothing.
  }
  notifyListeners()
}

/** Whether this document may show what is a member's who is not logged in any more. */
export function hasStaleMember(): boolean {
  return lastToken !== undefined && storedToken() !== lastToken
}

/** Whether this document has been a member's, also when that session is over. */
export function hasShownMember(): boolean {
  return lastToken !== undefined
}

/** Loads the page anew, as whoever is there now, and shows nothing of it meanwhile; nothing that was typed holds it up. */
export function reloadPage(): void {
  document.documentElement.hidden = true
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
}

/** Whether a token is stored; false on the server and while hydrating, since rendered pages are the same for everybody. */
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
    // Where nothing can be stored nobody is logged in.
  }
  notifyListeners()
}

/** False as above. */
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
    // As somebody else: what this page shows, and what was typed into it, is not theirs.
    if (token && lastToken && token !== lastToken) void reloadUnlessSame()
    // Logged out, and not only expired: then nothing is kept of the member.
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
  // Where nobody can say, nothing that was typed is lost.
  const isSame = await (isSameMember?.().catch(() => true) ?? false)
  if (!isSame) reloadPage()
}

function hasMember(): boolean {
  return localStorage.getItem('member') !== null
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
