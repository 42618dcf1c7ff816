import { useState } from 'react'

/** What was typed, kept in this tab: a reload or an expired session loses nothing. Undefined takes it out. Without storage nothing is kept. */
export function keepInTab(key: string, typed: object | undefined): void {
  try {
    if (typed === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(typed))
  } catch {
    // What stands in the page holds for this page.
  }
}

/** What was kept under this key, perhaps by another version; undefined where nothing is, or nothing that can be read. */
export function keptInTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

type Draft = Readonly<Record<string, string | number | boolean>>

/**
 * A form as it was typed, kept in this tab until it is sent: a reload or an expired session loses nothing. It has the fields of `empty`, each of its
 * kind; what another version kept in other fields is left alone. Undefined forgets it.
 */
export function useKeptDraft<Typed extends Draft>(
  key: string,
  empty: () => Typed,
): [Typed, (typed: Typed | undefined) => void] {
  const [typed, setTyped] = useState(() => {
    const begun = empty()
    const kept = keptInTab(key)
    return isLike(begun, kept) ? kept : begun
  })
  return [
    typed,
    (changed) => {
      setTyped(changed ?? empty())
      keepInTab(key, changed)
    },
  ]
}

function isLike<Typed extends Draft>(begun: Typed, kept: unknown): kept is Typed {
  if (!(kept instanceof Object)) return false
  const fields = kept as Record<string, unknown>
  return Object.entries(begun).every(([field, value]) => typeof fields[field] === typeof value)
}
