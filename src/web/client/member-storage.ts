import { useState } from 'react'
import { storedToken } from './session.ts'

/**
 * Everything the browser keeps of what a member typed or did. Its keys name the member, so that nobody else finds it; `endSession` removes all of it.
 * A session that expires removes nothing: the same member finds it after the next login.
 */
type StorageOwner = {
  id: string
  /** Random, and new after each logout: what a tab still holds from before is never found again. */
  epoch: string
  /** The end of the token that was seen to belong to this member. */
  session: string
}

/** Where something is kept: in this tab, or in the browser for all tabs and later visits. */
type StorageArea = 'tab' | 'browser'

const OWNER = 'member'
const PREFIX = 'saved:'
const VISITOR = `${PREFIX}visitor:`
/** An examination asks visitors to log in before they hand it in. */
const TRANSFERRED_PREFIX = `${VISITOR}examination:`

/** Whose page this document is, also after the session has expired. */
let pageOwner: StorageOwner | undefined

/** What was saved under this key, perhaps by another version; undefined where nothing is. */
export function readSaved(key: string, place: StorageArea = 'tab'): unknown {
  try {
    return JSON.parse(getStorage(place).getItem(getPrefix(getCurrentOwner()) + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined removes it. Where the browser stores nothing, the page goes on without. */
export function save(key: string, value: object | undefined, place: StorageArea = 'tab'): void {
  try {
    const name = getPrefix(getCurrentOwner()) + key
    if (value === undefined) getStorage(place).removeItem(name)
    else getStorage(place).setItem(name, JSON.stringify(value))
  } catch {
    // No storage, or it is full.
  }
}

/**
 * Told by every answer to a member's call: whose token this is. Another member's saved words are removed. Answers of an examination that were chosen before the login are
 * taken over, unless another member was logged in before.
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
    // Another tab may have recorded the member first; what this tab holds of others goes in any case.
    if (pageOwner?.session !== session || before?.session !== session) {
      const takeOver = [before, pageOwner].every((owner) => owner === undefined || owner.id === id)
      removeForeignValues(sessionStorage, takeOver)
      removeForeignValues(localStorage, takeOver)
    }
    pageOwner = readOwner()
  } catch {
    // Where nothing can be stored, nothing is kept.
  }
}

/** Removes what this tab holds of others: it may have shown another site when they logged out. */
export function removeSavedOfOthers(): void {
  try {
    removeForeignValues(sessionStorage, false)
  } catch {
    // Nothing is stored.
  }
}

type Draft = Readonly<Record<string, string | number | boolean>>

/**
 * A form as it was typed, saved in this tab until it is sent: a reload or an expired session loses nothing. It has the fields of `empty`, each of its
 * kind; what another version saved in other fields is left alone. Undefined removes it.
 */
export function useSavedDraft<Typed extends Draft>(
  key: string,
  empty: () => Typed,
): [Typed, (typed: Typed | undefined) => void] {
  const [typed, setTyped] = useState(() => {
    const begun = empty()
    const saved = readSaved(key)
    return hasSameShape(begun, saved) ? saved : begun
  })
  return [
    typed,
    (changed) => {
      setTyped(changed ?? empty())
      save(key, changed)
    },
  ]
}

/** The id under which a draft is sent, and what was sent under it: `''` before the first time. */
export type SendableDraft = { id: string; sent: string }

/**
 * The draft as it is to be saved before it is sent. The same content keeps its id, so that it is stored once however often it is sent; other content gets
 * another id, so that it is never taken for what was sent before.
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

/** Undefined for visitors. Throws where the browser stores nothing, or while nobody knows yet whose token it is. */
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
    if (own !== undefined && takeOver && key.startsWith(TRANSFERRED_PREFIX) && value !== null)
      storage.setItem(own + key.slice(VISITOR.length), value)
  }
}
