/** A stored lecture or question. `name` (its slug or text) identifies it if the author gave no key. */
export type StoredPart = {
  id: string
  key: string
  name: string
  isRetired: boolean
  /** Whether the key may be replaced, because the author never gave one. */
  isUnnamed: boolean
}

/** A lecture or question as the author wrote it. */
type AuthoredPart = { key: string | undefined; name: string }

/**
 * Returns the stored part for each of the author's parts, or undefined if the part is new. Parts are matched by key,
 * and by name only if no stored part has the key, current parts before retired ones. A part whose author gave it a
 * different key is a different part, whatever its name.
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
 * Whether the academy generated this key: from a lecture's slug at the time, or from random characters for a question.
 */
export function isGeneratedKey(key: string, name: string): boolean {
  return key === name || /^[kq][0-9a-f]{12,32}$/.test(key)
}

/**
 * Keys for options to which the author gave none: those of the previous options if all texts are the same, otherwise
 * none.
 */
export function getOptionKeys(
  options: readonly string[],
  before: { options: readonly string[]; optionKeys: readonly string[] } | undefined,
): string[] {
  const keys = options.map((option) => before?.optionKeys[before.options.indexOf(option)])
  return keys.every((key) => key !== undefined) ? keys : []
}
