/**
 * `npm run check -- words`: rejects gendered and archaic words in visible strings and in the docs, and visible
 * sentences of more than 25 words. `words.json` has the archaic words and the exceptions. Also keeps
 * `project-words.txt` sorted, which lists the words that the spelling check accepts in addition to its dictionaries.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import retextEnglish from 'retext-english'
import retextEquality from 'retext-equality'
import { unified } from 'unified'
import { VFile } from 'vfile'
import { listFiles } from './list-files.ts'
import { countWords, findVisibleStrings, splitSentences } from './visible-strings.ts'

type Exception = { text: string; reason: string }
type Place = { line: number; text: string }

const ROOT = path.resolve(import.meta.dirname, '..')
const MAX_WORDS = 25
/** The sentence limit does not apply to these texts, which engineers read. */
const UNLIMITED_KIND = 'API documents'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const { archaic, inclusive, long, quoted } = JSON.parse(read('scripts/words.json')) as {
  archaic: { words: string; use: string }[]
  /** Words that retext-equality rejects but that mean something else here. */
  inclusive: string[]
  long: Exception[]
  quoted: Exception[]
}
const patterns = archaic.map(({ words, use }) => ({ use, pattern: new RegExp(String.raw`\b(?:${words})\b`, 'giu') }))
const equality = unified().use(retextEnglish).use(retextEquality, { ignore: inclusive })
const unused = new Set([...long, ...quoted])
const problems: string[] = []

const strings = findVisibleStrings()
for (const [file, found = []] of Object.entries(Object.groupBy(strings, ({ file }) => file))) {
  await checkWords(file, found)
  for (const { line, lines } of found.filter(({ kind }) => kind !== UNLIMITED_KIND))
    for (const sentence of splitSentences({ lines }))
      if (countWords(sentence) > MAX_WORDS && !isListed(long, sentence))
        problems.push(`${file}:${line}: more than ${MAX_WORDS} words: ${sentence}`)
}
const pages = listFiles('*.md', ':!docs/specification.md', ':!demo', ':!test')
for (const file of pages) await checkWords(file, readParagraphs(read(file)))

for (const { text } of unused) problems.push(`words.json: the exception '${text}' is used nowhere`)
const known = read('scripts/project-words.txt')
const sorted = [...new Set(known.split('\n'))].toSorted().join('\n').trimStart()
if (known !== `${sorted}\n`) problems.push('project-words.txt is not sorted, or names a word twice')
for (const problem of problems) console.log(problem)
console.log(`${strings.length} strings and ${pages.length} pages, ${problems.length} problems with words`)
process.exitCode = problems.length === 0 ? 0 : 1

async function checkWords(file: string, places: Place[]): Promise<void> {
  const checked = places.filter(({ text }) => !isListed(quoted, text))
  for (const { line, text } of checked)
    for (const { use, pattern } of patterns)
      for (const [found] of text.matchAll(pattern)) problems.push(`${file}:${line}: '${found}'; write ${use}`)
  // All texts are checked as one document, each in a separate paragraph on one line.
  const document = new VFile(checked.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join('\n\n'))
  await equality.run(equality.parse(document), document)
  for (const { line: row = 1, reason, ruleId } of document.messages)
    problems.push(`${file}:${checked[(row - 1) / 2]?.line}: ${reason} (${ruleId})`)
}

function isListed(list: readonly Exception[], text: string): boolean {
  const exception = list.find((each) => text.includes(each.text))
  if (exception) unused.delete(exception)
  return exception !== undefined
}

/** Leaves out code and URLs. */
function readParagraphs(page: string): Place[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ')
  const prose = page.replaceAll(/^```[^]*?^```/gm, blank).replaceAll(/`[^`]*`|\]\([^)]*\)|<?https?:\S+/g, blank)
  return prose.split('\n').map((text, index) => ({ line: index + 1, text }))
}
