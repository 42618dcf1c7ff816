import { readSaved, save } from '#web/client/member-storage.ts'

// Text that searches for people is in no address, and so in no log: the address contains an ID under which this tab
// stores it.

/** The id for an address; null without text. */
export function saveSearchText(text: string): string | null {
  const words = text.trim()
  if (words === '') return null
  const id = crypto.randomUUID().slice(0, 8)
  save(getKey(id), { words })
  return id
}

/** Empty in another browser, or after a logout. */
export function readSearchText(id: string | null): string {
  const saved = id === null ? undefined : readSaved(getKey(id))
  return saved instanceof Object && 'words' in saved && typeof saved.words === 'string' ? saved.words : ''
}

function getKey(id: string): string {
  return `search:${id}`
}
