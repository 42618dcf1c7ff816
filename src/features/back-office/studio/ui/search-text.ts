import { readSaved, save } from '#web/client/member-storage.ts'

// The text of a search for people must not be in a URL, because URLs are logged. The URL contains only an ID under
// which this tab stores the text.

/** Returns an ID for the URL; null if the text is empty. */
export function saveSearchText(text: string): string | null {
  const words = text.trim()
  if (words === '') return null
  const id = crypto.randomUUID().slice(0, 8)
  save(getKey(id), { words })
  return id
}

/** Empty in another browser or after a logout. */
export function readSearchText(id: string | null): string {
  const saved = id === null ? undefined : readSaved(getKey(id))
  return saved instanceof Object && 'words' in saved && typeof saved.words === 'string' ? saved.words : ''
}

function getKey(id: string): string {
  return `search:${id}`
}
