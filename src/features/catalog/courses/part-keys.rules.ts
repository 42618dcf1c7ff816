/** A lecture or question that is stored. `name` is what it is known by where its author gave it no key: its address, or its words. */
export type StoredPart = {
  id: string
  key: string
  name: string
  isRetired: boolean
  /** Whether another key may take the place of its own: its author never gave it one. */
  isUnnamed: boolean
}

/** A lecture or question as its author wrote it. */
type AuthoredPart = { key: string | undefined; name: string }

/**
 * Which stored one each of the written is, undefined where it is new. A key decides; only where none is known the name does, and one that is still
 * shown goes before one that was retired. What has another key that its author gave it is another one, whatever it is called.
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

/** Whether the academy gave this key itself: to a lecture the address that it had then, to a question some letters and figures. */
export function isGeneratedKey(key: string, name: string): boolean {
  return key === name || /^[kq][0-9a-f]{12,32}$/.test(key)
}

/** The keys of options whose author gave none: those that the same words had before, all of them or none. */
export function getOptionKeys(
  options: readonly string[],
  before: { options: readonly string[]; optionKeys: readonly string[] } | undefined,
): string[] {
  const keys = options.map((option) => before?.optionKeys[before.options.indexOf(option)])
  return keys.every((key) => key !== undefined) ? keys : []
}
