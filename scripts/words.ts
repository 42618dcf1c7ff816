/**
 * `npm run words`: prints every string that a person might see, by file and line (`{…}` is a value that is filled in),
 * then counts, the longest strings, and how hard the sentences of each file are to read. `npm run words -- TEXT` prints
 * only files whose path contains TEXT.
 */
import { countWords, findVisibleStrings, splitSentences, type VisibleString } from './visible-strings.ts'

const LONGEST_SHOWN = 20
const HARDEST_SHOWN = 25
/** The maximum reading level of a file, as a US school grade. */
const MAX_GRADE = 10
/** Shorter texts can't be graded reliably. */
const MIN_WORDS_GRADED = 30

const found = findVisibleStrings(process.argv.slice(2))
for (const [file, strings] of Object.entries(Object.groupBy(found, ({ file }) => file)))
  console.log(`\n${file}\n${(strings ?? []).map(({ line, text }) => `  ${line}  ${text}`).join('\n')}`)
console.log(`\n${'all'.padEnd(18)} ${String(found.length).padStart(6)}\n\nThe longest, in words:`)
const byLength = found.map((each) => ({ ...each, words: countWords(each.text) })).toSorted((a, b) => b.words - a.words)
for (const { words, file, line, text } of byLength.slice(0, LONGEST_SHOWN))
  console.log(`  ${words}  ${file}:${line}  ${text.slice(0, 100)}…`)
printGrades()

function printGrades(): void {
  const kinds = Object.entries(Object.groupBy(found, ({ kind }) => kind)).map(([kind, strings = []]) => ({
    kind,
    count: strings.length,
    files: gradeFiles(strings),
  }))
  console.log(`\nSchool grade in which 90% of the files are read with ease (at most ${MAX_GRADE}):`)
  for (const { kind, count, files } of kinds) {
    const grade = files[Math.floor(files.length / 10)]?.grade.toFixed(1) ?? ''
    console.log(`${kind.padEnd(18)} ${String(count).padStart(6)} strings  ${grade.padStart(5)}`)
  }
  const hard = kinds.flatMap(({ files }) => files).filter(({ grade }) => grade > MAX_GRADE)
  console.log(`\nThe hardest of ${hard.length} above grade ${MAX_GRADE}:`)
  for (const { file, grade, words } of hard.toSorted((a, b) => b.grade - a.grade).slice(0, HARDEST_SHOWN))
    console.log(`  ${grade.toFixed(1).padStart(4)}  ${file} (${words} words)`)
}

/** The hardest files first, by the automated readability index over all sentences of a file. */
function gradeFiles(strings: VisibleString[]): { file: string; grade: number; words: number }[] {
  return Object.entries(Object.groupBy(strings, ({ file }) => file))
    .flatMap(([file, of = []]) => {
      const sentences = of
        .flatMap(splitSentences)
        .filter((sentence) => /[.?!]["”’)]*$/.test(sentence))
        // A filled-in value counts as an ordinary word.
        .map((sentence) => sentence.replaceAll('{…}', 'value'))
      const words = sentences.reduce((sum, sentence) => sum + countWords(sentence), 0)
      const characters = sentences.join('').replaceAll(/[^\p{L}\p{N}]/gu, '').length
      const grade = (4.71 * characters) / words + (0.5 * words) / sentences.length - 21.43
      return words < MIN_WORDS_GRADED ? [] : [{ file, grade, words }]
    })
    .toSorted((a, b) => b.grade - a.grade)
}
