/**
 * A stored lecture or question. If the author gave it no key, `name` identifies it: the slug of a lecture, or the text
 * of a question.
 */
export type StoredPart = {
  id: string
  key: string
  name: string
  isRetired: boolean
  /** Whether the author may still give it a key, because its current key was generated. */
  isUnnamed: boolean
}

/** A lecture or question as the author wrote it. */
type AuthoredPart = { key: string | undefined; name: string }

/**
 * Returns the stored part for each of the author's parts, or undefined for a new part. Parts are matched by key. If no
 * stored part has the key, they are matched by name, and current parts come before removed ones. If the author gave a
 * part another key, it is another part, even if the name is the same.
 */
export function matchParts(known: readonly StoredPart[], written: readonly AuthoredPart[]): (StoredPart | undefined)[] {
  const byKey = new Map(known.map((one) => [one.key, one]))
  const taken = new Set(written.flatMap(({ key }) => (key === undefined ? [] : (byKey.get(key) ?? []))))
  const free = known.toSorted((a, b) => Number(a.isRetired) - Number(b.isRetired)).filter((one) => !taken.has(one))
  const byName = new Map(free.toReversed().map((one) => [one.name, one]))
  return written.map(({ key, name }) => {
    const named = byName.get(name)
    if (key === undefined) return named
    return byKey.get(key) ?? (named?.isUnnamed ? named : undefined)
  })
}

/**
 * Whether the academy generated this key. The key of a lecture is the slug that it had then, and the key of a question
 * is random.
 */
export function isGeneratedKey(key: string, name: string): boolean {
  return key === name || /^[kq][0-9a-f]{12,32}$/.test(key)
}

/**
 * Returns the keys of options to which the author gave none. They keep their previous keys if all texts are the same.
 * Otherwise, they have none.
 */
export function getOptionKeys(
  options: readonly string[],
  before: { options: readonly string[]; optionKeys: readonly string[] } | undefined,
): string[] {
  const keys = options.map((option) => before?.optionKeys[before.options.indexOf(option)])
  return keys.every((key) => key !== undefined) ? keys : []
}
