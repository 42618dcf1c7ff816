/** Joins words as in 'a, b, or c'. */
export function formatList(words: readonly string[], last: 'and' | 'or'): string {
  return new Intl.ListFormat('en-US', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(words)
}
