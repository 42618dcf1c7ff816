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
