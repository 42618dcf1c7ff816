import { useState } from 'react'
import { storedToken } from './session.ts'

/**
 * Everything the browser stores about a member's input and activity. Keys contain the member's ID, so that no one else
 * finds it; `endSession` removes all of it. It outlasts an expired session, so the same member finds it after the next
 * login.
 */
type StorageOwner = {
  id: string
  /** Random, and replaced at each logout, so that a tab's earlier data is never found again. */
  epoch: string
  /** The last characters of the token, if it is known to belong to this member. */
  session: string
}

/** Where values are stored: in this tab, or in the browser for all tabs and later visits. */
type StorageArea = 'tab' | 'browser'

const OWNER = 'member'
const PREFIX = 'saved:'
const VISITOR = `${PREFIX}visitor:`
/** Visitors can answer an exam or open a coupon link, but must log in to submit or pay. */
const TRANSFERRED_PREFIXES = [`${VISITOR}examination:`, `${VISITOR}coupon`]

/** The member this document belongs to, even after the session has expired. */
let pageOwner: StorageOwner | undefined

/** The value saved under this key, possibly by another version of this code; undefined if there is none. */
export function readSaved(key: string, place: StorageArea = 'tab'): unknown {
  try {
    return JSON.parse(getStorage(place).getItem(getPrefix(getCurrentOwner()) + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Passing undefined removes the value. If the browser can't store it, the page continues without it. */
export function save(key: string, value: object | undefined, place: StorageArea = 'tab'): void {
  try {
    const name = getPrefix(getCurrentOwner()) + key
    if (value === undefined) getStorage(place).removeItem(name)
    else getStorage(place).setItem(name, JSON.stringify(value))
  } catch {
    // There is no storage, or it is full.
  }
}

/**
 * Called with every response to a member's request, which shows whom the token belongs to. Removes other members' saved
 * input. Keeps exam answers and a coupon link from before login, unless another member was logged in before.
 */
export function recordMember(id: string, token: string): void {
  if (token !== storedToken()) return
  const session = token.slice(-8)
  try {
    const before = readOwner()
    if (before?.id !== id || before.session !== session) {
      const epoch = before?.id === id ? before.epoch : crypto.randomUUID()
      localStorage.setItem(OWNER, JSON.stringify({ id, epoch, session } satisfies StorageOwner))
    }
    // Another tab may have recorded the member first; other members' data in this tab must be removed anyway.
    if (pageOwner?.session !== session || before?.session !== session) {
      const takeOver = [before, pageOwner].every((owner) => owner === undefined || owner.id === id)
      removeForeignValues(sessionStorage, takeOver)
      removeForeignValues(localStorage, takeOver)
    }
    pageOwner = readOwner()
  } catch {
    // Without storage nothing is saved.
  }
}

/** Removes other members' data from this tab, which may have been on another site when they logged out. */
export function removeSavedOfOthers(): void {
  try {
    removeForeignValues(sessionStorage, false)
  } catch {
    // Without storage, there is nothing to remove.
  }
}

type Draft = Readonly<Record<string, string | number | boolean>>

/**
 * A form's input, saved in this tab until it is sent, so that a reload or an expired session loses nothing. With two
 * `places`, it is found again after the tab was closed, but a tab prefers its own copy. It has the fields and types of
 * `empty`; other fields, saved by another version of this code, are ignored. Setting undefined removes it.
 */
export function useSavedDraft<Typed extends Draft>(
  key: string,
  empty: () => Typed,
  places: readonly StorageArea[] = ['tab'],
): [Typed, (typed: Typed | undefined) => void] {
  const [typed, setTyped] = useState(() => {
    const begun = empty()
    const found = places.map((place) => readSaved(key, place))
    return found.find((saved) => hasSameShape(begun, saved)) ?? begun
  })
  return [
    typed,
    (changed) => {
      setTyped(changed ?? empty())
      for (const place of places) save(key, changed, place)
    },
  ]
}

/** The ID under which a draft is sent, and the content that was last sent with it: `''` before the first time. */
export type SendableDraft = { id: string; sent: string }

/**
 * The draft to save before sending. The same content keeps its id, so that repeated requests store it once; changed
 * content gets a new id, so that it is never mistaken for the earlier one.
 */
export function prepareToSend<Typed extends SendableDraft>(draft: Typed, content: unknown): Typed {
  const sent = JSON.stringify(content)
  const id = draft.sent === '' || draft.sent === sent ? draft.id : crypto.randomUUID()
  return { ...draft, id, sent }
}

function hasSameShape<Typed extends Draft>(begun: Typed, saved: unknown): saved is Typed {
  if (!(saved instanceof Object)) return false
  const fields = saved as Record<string, unknown>
  return Object.entries(begun).every(([field, value]) => typeof fields[field] === typeof value)
}

function getStorage(place: StorageArea): Storage {
  return place === 'tab' ? sessionStorage : localStorage
}

function readOwner(): StorageOwner | undefined {
  return (JSON.parse(localStorage.getItem(OWNER) ?? 'null') as StorageOwner | null) ?? undefined
}

/**
 * Undefined for visitors. Throws if the browser can't store anything, or while it is unknown whom the token belongs to.
 */
function getCurrentOwner(): StorageOwner | undefined {
  const token = storedToken()
  const owner = readOwner()
  if (token === undefined) return pageOwner && owner?.epoch === pageOwner.epoch ? pageOwner : undefined
  if (owner?.session !== token.slice(-8)) throw new Error('Nobody knows yet whose token this is')
  return owner
}

function getPrefix(owner: StorageOwner | undefined): string {
  return owner ? `${PREFIX}${owner.id}.${owner.epoch}:` : VISITOR
}

function removeForeignValues(storage: Storage, takeOver: boolean): void {
  const owner = readOwner()
  const own = owner && getPrefix(owner)
  const keys = Object.keys(storage).filter((key) => key.startsWith(PREFIX))
  for (const key of keys) {
    if ((own !== undefined && key.startsWith(own)) || (key.startsWith(VISITOR) && storedToken() === undefined)) continue
    const value = storage.getItem(key)
    storage.removeItem(key)
    const isTransferred = TRANSFERRED_PREFIXES.some((prefix) => key.startsWith(prefix))
    if (own !== undefined && takeOver && isTransferred && value !== null)
      storage.setItem(own + key.slice(VISITOR.length), value)
  }
}
