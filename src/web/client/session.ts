import { useSyncExternalStore } from 'react'

const KEY = 'token'
const listeners = new Set<() => void>()

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
    localStorage.setItem(KEY, token)
  } catch {
    return false
  }
  tell()
  return true
}

export function dropToken(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Where nothing can be stored there is none.
  }
  tell()
}

/** Whether a token is stored; false on the server and while hydrating, since rendered pages are the same for everybody. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => storedToken() !== undefined,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab may log in or out.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}
