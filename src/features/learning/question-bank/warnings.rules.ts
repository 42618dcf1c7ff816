import { normalizeText } from '#shared/normalize-text.ts'

/** Input to the checks; `answer` is undefined until an option is marked as correct. */
export type QuestionToCheck = { question: string; options: readonly string[]; answer: number | undefined }

/** `question` is zero-based; without it, the warning is about the whole exam. */
export type Warning = { question: number | undefined; text: string }

const MIN_OPTIONS = 3

/** With fewer questions, a pattern can't be distinguished from chance. */
const MIN_QUESTIONS = 5
/** A pattern helps with guessing if its share is at least this large and exceeds chance by this much. */
const PATTERN_SHARE = 0.7
const ABOVE_CHANCE = 0.35

/** Finds what makes an exam easier or less fair than it seems. Warnings don't prevent publishing. */
export function findWarnings(questions: readonly QuestionToCheck[]): Warning[] {
  return [...questions.flatMap(findQuestionWarnings), ...findDuplicates(questions), ...findAnswerPatterns(questions)]
}

function findQuestionWarnings({ options }: QuestionToCheck, question: number): Warning[] {
  const written = options.flatMap((text, option) => (text.trim() === '' ? [] : { text, option }))
  const warn = (text: string): Warning => ({ question, text })
  const few =
    written.length > 0 && written.length < MIN_OPTIONS
      ? [
          warn(
            written.length === 1
              ? 'There is only one option. Add at least one more.'
              : 'There are only two options, so half of all guesses are correct. Use three or four.',
          ),
        ]
      : []
  const same = pairs(written, ({ text }) => toPlainText(text)).map(([one, other]) =>
    warn(`Options ${one.option + 1} and ${other.option + 1} are the same. Change one of them.`),
  )
  const like = pairs(written, ({ text }) => bagOfWords(text))
    .filter(([one, other]) => toPlainText(one.text) !== toPlainText(other.text))
    .map(([one, other]) =>
      warn(`Options ${one.option + 1} and ${other.option + 1} have the same words. Is there a difference?`),
    )
  const sums = written
    .filter(({ text }) => ALL_OR_NONE_OF_THE_ABOVE.test(toPlainText(text)))
    .map(({ option, text }) =>
      warn(
        `Option ${option + 1} is “${text.trim().replace(/\.$/, '')}.” Learners who can judge even one other option can guess whether it is correct. Replace it with a specific option.`,
      ),
    )
  return [...few, ...same, ...like, ...sums]
}

/** “All of the above”, “none of these”, “both a and b”. */
const ALL_OR_NONE_OF_THE_ABOVE =
  /^(?:all|none|any|both|neither|some)(?: of)? (?:the|these|them|those)?(?: ?(?:above|others?|options|answers))?$|^(?:both |neither |options? )?[a-f1-6] (?:and|or|nor) [a-f1-6]$/

function findDuplicates(questions: readonly QuestionToCheck[]): Warning[] {
  const asked = questions.flatMap(({ question: text }, question) => (text.trim() === '' ? [] : { text, question }))
  return pairs(asked, ({ text }) => toPlainText(text)).map(([one, other]) => ({
    question: other.question,
    text: `This is the same as question ${one.question + 1}. Change or remove one of them.`,
  }))
}

/**
 * Whether the correct option can often be guessed by its length. Position doesn't matter, because options are shuffled.
 */
function findAnswerPatterns(questions: readonly QuestionToCheck[]): Warning[] {
  const marked = questions.flatMap(({ options, answer }) =>
    answer === undefined || options.length < 2 ? [] : { options, answer },
  )
  if (marked.length < MIN_QUESTIONS) return []
  const chance = marked.reduce((total, { options }) => total + 1 / options.length, 0) / marked.length
  const isPattern = (count: number) => count / marked.length >= Math.max(PATTERN_SHARE, chance + ABOVE_CHANCE)
  const share = (count: number) =>
    `${count === marked.length ? `all ${count}` : `${count} of ${marked.length}`} questions (${Math.round((count / marked.length) * 100)}%)`
  const countLongest = marked.filter(isLongest).length
  if (!isPattern(countLongest)) return []
  const text = `The correct option is the longest in ${share(countLongest)}, so learners can guess it. Make the options similar in length.`
  return [{ question: undefined, text }]
}

function isLongest({ options, answer }: { options: readonly string[]; answer: number }): boolean {
  const right = options[answer]?.trim().length ?? 0
  return options.every((text, index) => index === answer || text.trim().length < right)
}

/** Pairs each item with the first earlier item that has the same name. */
function pairs<Item>(items: readonly Item[], nameOf: (item: Item) => string): [Item, Item][] {
  const groups = [
    ...Map.groupBy(
      items.filter((item) => nameOf(item) !== ''),
      nameOf,
    ).values(),
  ]
  return groups.flatMap(([first, ...others]) =>
    first === undefined ? [] : others.map((other): [Item, Item] => [first, other]),
  )
}

function toPlainText(text: string): string {
  return normalizeText(text.toLowerCase(), 'NFKC')
    .replaceAll(/[^\p{L}\p{N}%$°.+<>=-]+/gu, ' ')
    .replaceAll(/[.-](?=\s|$)/g, '')
    .trim()
}

const SMALL_WORDS = new Set([
  'a',
  'an',
  'the',
  'of',
  'to',
  'in',
  'on',
  'at',
  'by',
  'for',
  'with',
  'and',
  'is',
  'are',
  'was',
  'be',
  'it',
  'its',
  'that',
  'this',
])

/**
 * The words of a text in alphabetical order, without short ones, so that rephrasings match. Empty if too few words
 * remain.
 */
function bagOfWords(text: string): string {
  const words = toPlainText(text)
    .split(' ')
    .filter((word) => !SMALL_WORDS.has(word))
  return words.length < 2 ? '' : words.toSorted().join(' ')
}
