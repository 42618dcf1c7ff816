import { normalizeText } from '#shared/normalize-text.ts'

/** What is warned of needs no more than this of a question; `answer` is undefined until an option is marked. */
export type QuestionToCheck = { question: string; options: readonly string[]; answer: number | undefined }

/** `question` counts from 0; a warning without one is of the examination as a whole. */
export type Warning = { question: number | undefined; text: string }

const MIN_OPTIONS = 3

/** Below so many questions a habit is not told from chance. */
const MIN_QUESTIONS = 5
/** From this share on a habit helps whoever guesses, and so much above the share that chance would give. */
const PATTERN_SHARE = 0.7
const ABOVE_CHANCE = 0.35

/** What makes an examination easier or less fair than it seems. Nothing here keeps anybody from publishing. */
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
              ? 'There is only one option.'
              : 'There are only two options: half of those who guess are right. Three or four are better.',
          ),
        ]
      : []
  const same = pairs(written, ({ text }) => toPlainText(text)).map(([one, other]) =>
    warn(`Options ${one.option + 1} and ${other.option + 1} say the same.`),
  )
  const like = pairs(written, ({ text }) => bagOfWords(text))
    .filter(([one, other]) => toPlainText(one.text) !== toPlainText(other.text))
    .map(([one, other]) =>
      warn(
        `Options ${one.option + 1} and ${other.option + 1} say nearly the same: they have the same words. Is there a difference?`,
      ),
    )
  const sums = written
    .filter(({ text }) => ALL_OR_NONE_OF_THE_ABOVE.test(toPlainText(text)))
    .map(({ option, text }) =>
      warn(
        `Option ${option + 1} is “${text.trim()}”: who knows one of the others can tell whether it is right. Say it in full.`,
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
    text: `This asks the same as question ${one.question + 1}.`,
  }))
}

/** The length by which the right option can be guessed all through the examination. Its position tells nothing: members see options in random order. */
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
  const text = `The right option is the longest one in ${share(countLongest)}: whoever notices can guess. Make others as long, or these shorter.`
  return [{ question: undefined, text }]
}

function isLongest({ options, answer }: { options: readonly string[]; answer: number }): boolean {
  const right = options[answer]?.trim().length ?? 0
  return options.every((text, index) => index === answer || text.trim().length < right)
}

/** Each that has the name of one before it, with the first of that name. */
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

/** Letters and figures alone. */
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

/** Its words in the order of the alphabet, small ones left out: what is only put otherwise has the same. Empty where too few are left to tell by. */
function bagOfWords(text: string): string {
  const words = toPlainText(text)
    .split(' ')
    .filter((word) => !SMALL_WORDS.has(word))
  return words.length < 2 ? '' : words.toSorted().join(' ')
}
