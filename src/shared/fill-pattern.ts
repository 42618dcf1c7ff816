/** Turns `/MyAcademy/:id` and `{id: 'a b'}` into `/MyAcademy/a%20b`. Throws a TypeError if a value is missing. */
export function fillPattern(pattern: string, given: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(given))
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name)
    if (typeof value !== 'string') throw new TypeError(`${pattern} was called without ${name}`)
    return encodeURIComponent(value)
  })
}
