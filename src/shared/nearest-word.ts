import leven from 'leven'

/** Returns the closest known word, if it is close enough. */
export function findNearestWord(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: countTypos(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 2)) ? best.candidate : undefined
}

/** Counts the typos. Swapped letters are one typo. */
function countTypos(word: string, meant: string): number {
  const sort = (text: string) => [...text].toSorted().join('')
  return word !== meant && sort(word) === sort(meant) ? 1 : leven(word, meant)
}
