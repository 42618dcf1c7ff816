import leven from 'leven'

export type Problem = {
  /** The path relative to the imported folder, with forward slashes. */
  file: string
  line?: number
  message: string
}

/** Formats a problem like `courses/x/course.md:4: price must be …`. */
export function formatProblem({ file, line, message }: Problem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}`
}

/** Sorts problems by file, in the order in which the files were read, then by line. */
export function sortProblems(problems: Problem[]): Problem[] {
  const byFile = Map.groupBy(problems, ({ file }) => file)
  return [...byFile.values()].flatMap((list) => list.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)))
}

/** Finds the file that a name probably means, despite a typo or a difference in case or extension. */
export function findNearestFile(name: string, files: readonly string[]): string | undefined {
  const lower = name.toLowerCase()
  const stemOf = (file: string) => file.toLowerCase().replace(/(?:[.](?:md|markdown|ya?ml|txt)){1,3}$/, '')
  const digitsOf = (file: string) => file.replaceAll(/\D/g, '')
  return (
    files.find((file) => file.toLowerCase() === lower) ??
    files.find((file) => stemOf(file) === stemOf(lower)) ??
    files.find((file) => digitsOf(file) === digitsOf(name) && leven(file.toLowerCase(), lower) <= MAX_TYPOS)
  )
}

const MAX_TYPOS = 2
