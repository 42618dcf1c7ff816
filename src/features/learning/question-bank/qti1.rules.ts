import { hasMarkup, type HtmlText, readHtml } from './html-text.rules.ts'
import {
  composeRationale,
  joinSentences,
  NO_POSITION,
  NONE_RIGHT,
  otherKindError,
  PARTIAL_CREDIT,
  type ParsedFile,
  type ParsedQuestion,
  SEVERAL_RIGHT,
  shownContentError,
  type SourcePosition,
  toExcerpt,
} from './parsed-questions.rules.ts'
import { findAll, findAllIn, findChild, getChildElements, getTextOf, type XmlElement } from './xml.rules.ts'
import { toSingleLine } from './xml-text.rules.ts'

/** Question types of Canvas and Common Cartridge, as continuations of “This question is”. */
const KINDS = new Map([
  ['calculated_question', 'a formula question'],
  ['categorization_question', 'a categorization question'],
  ['essay_question', 'an essay question'],
  ['file_upload_question', 'a file upload question'],
  ['fill_in_multiple_blanks_question', 'a fill-in-the-blank question'],
  ['hot_spot_question', 'a hot spot question'],
  ['matching_question', 'a matching question'],
  ['multiple_dropdowns_question', 'a drop-down question'],
  ['numerical_question', 'a numerical question'],
  ['ordering_question', 'an ordering question'],
  ['short_answer_question', 'a fill-in-the-blank question'],
  ['text_only_question', 'text without options'],
  ['cc.essay.v0p1', 'an essay question'],
  ['cc.fib.v0p1', 'a fill-in-the-blank question'],
  ['cc.pattern_match.v0p1', 'a fill-in-the-blank question'],
])

const IN_BANK =
  'This question is in a question bank, which this file doesn’t contain. Export the bank, and import that file, too.'
const OF_STIMULUS = 'This question belongs to a text (stimulus), which can’t be used. Write the question without it.'

/** The questions of a QTI 1.2 file, as exported by Canvas. `file`: how to name this quiz among several. */
export function readQuiz(root: XmlElement, file: string | null): ParsedFile {
  const read: ParsedFile = { questions: [], mistakes: [] }
  for (const [index, item] of findAllIn(root, ITEMS).entries()) {
    const stem = readStem(item)
    const at = { ...NO_POSITION, file, line: item.line, number: index + 1, excerpt: toExcerpt(stem.text) }
    const question = readItem(item, stem, at)
    if ('question' in question) read.questions.push(question)
    else read.mistakes.push({ ...at, message: question.wrong })
  }
  return read
}

const ITEMS = new Set(['item', 'bankentry_item'])

export function getQuizTitle(root: XmlElement): string | null {
  const [assessment] = findAllIn(root, new Set(['assessment', 'objectbank']))
  return assessment?.attributes.get('title') ?? null
}

function readItem(item: XmlElement, stem: HtmlText, at: SourcePosition): ParsedQuestion | { wrong: string } {
  if (item.name === 'bankentry_item') return { wrong: IN_BANK }
  const metadata = readMetadata(item)
  const kind = KINDS.get(metadata.get('question_type') ?? metadata.get('cc_profile') ?? '')
  if (kind !== undefined) return { wrong: otherKindError(kind) }
  const responses = findAllIn(item, RESPONSES)
  const [response] = responses
  if (!response) return { wrong: otherKindError('text without options') }
  if (response.name !== 'response_lid' || findAll(response, 'render_choice').length === 0)
    return { wrong: otherKindError('a fill-in-the-blank question') }
  if (responses.length > 1) return { wrong: otherKindError('a matching question') }
  if (response.attributes.get('rcardinality') === 'Ordered') return { wrong: otherKindError('an ordering question') }
  if (metadata.has('parent_stimulus_item_ident')) return { wrong: OF_STIMULUS }

  const labels = findAll(response, 'response_label').map((label) => ({
    ident: label.attributes.get('ident') ?? '',
    ...readMaterial(label),
  }))
  const conditions = findAll(item, 'respcondition').map(readCondition)
  const right = findRight(conditions)
  if ('wrong' in right) return right
  const answer = labels.findIndex(({ ident }) => ident === right.ident)
  if (answer === -1) return { wrong: NONE_RIGHT }
  const shown = [stem, ...labels].find(({ shows }) => shows !== undefined)?.shows
  if (shown !== undefined) return { wrong: shownContentError(shown) }

  const feedback = readFeedback(item, conditions)
  if (feedback.shows !== undefined) return { wrong: shownContentError(feedback.shows, 'The feedback of this question') }
  const options = labels.map(({ ident, text }, index) => ({
    text,
    feedback: feedback.of(ident, index === answer),
    isRight: index === answer,
  }))
  return {
    at,
    question: stem.text,
    options: options.map(({ text }) => ({ text, at })),
    answer,
    rationale: composeRationale({ general: feedback.general, options }),
  }
}

const RESPONSES = new Set([
  'response_lid',
  'response_str',
  'response_num',
  'response_xy',
  'response_grp',
  'response_na',
])

function readMetadata(item: XmlElement): Map<string, string> {
  return new Map(
    findAll(item, 'qtimetadatafield').map((field) => [
      getTextOf(findChild(field, 'fieldlabel')).trim(),
      getTextOf(findChild(field, 'fieldentry')).trim(),
    ]),
  )
}

/** The text of the question, without that of its options. */
function readStem(item: XmlElement): HtmlText {
  const presentation = findChild(item, 'presentation')
  return presentation ? readMaterial(presentation, RESPONSES) : { text: '', shows: undefined }
}

/** Other media that a material may contain. */
const MEDIA = new Map([
  ['matimage', 'a picture'],
  ['mataudio', 'a recording'],
  ['matvideo', 'a video'],
  ['matapplet', 'an embedded file'],
  ['matapplication', 'an embedded file'],
])
const TEXTS = new Set(['mattext', 'matemtext', ...MEDIA.keys()])

/** All text in an element, except in these descendants. */
function readMaterial(element: XmlElement, except: ReadonlySet<string> = new Set()): HtmlText {
  const parts = findAllIn(element, TEXTS, except).map((part): HtmlText => {
    const shows = MEDIA.get(part.name)
    return shows === undefined ? readText(part) : { text: '', shows }
  })
  return {
    text: toSingleLine(parts.map(({ text }) => text).join(' ')),
    shows: parts.find(({ shows }) => shows !== undefined)?.shows,
  }
}

function readText(element: XmlElement): HtmlText {
  const text = getTextOf(element)
  const type = element.attributes.get('texttype')
  const isHtml = type === 'text/html' || (type !== 'text/plain' && hasMarkup(text))
  return isHtml ? readHtml(text) : { text: toSingleLine(text), shows: undefined }
}

/** What happens when these options are chosen. */
type Condition = { idents: readonly string[]; score: number; feedback: readonly string[] }

function readCondition(condition: XmlElement): Condition {
  const scores = getChildElements(condition)
    .filter(({ name, attributes }) => name === 'setvar' && /^(?:set|add)?$/i.test(attributes.get('action') ?? ''))
    .map((setvar) => readScore(getTextOf(setvar)))
  return {
    idents: findAllIn(condition, new Set(['varequal']), new Set(['not'])).map((equal) => getTextOf(equal).trim()),
    score: scores.reduce((sum, score) => sum + score, 0),
    feedback: findAll(condition, 'displayfeedback').map(({ attributes }) => attributes.get('linkrefid') ?? ''),
  }
}

/** A number, or `SCORE.max`. */
function readScore(text: string): number {
  return /max$/i.test(text.trim()) ? 100 : Number(text) || 0
}

function findRight(conditions: readonly Condition[]): { ident: string } | { wrong: string } {
  const scoring = conditions.filter(({ score, idents }) => score > 0 && idents.length > 0)
  const idents = new Set(scoring.flatMap((condition) => condition.idents))
  const [ident] = idents
  if (ident === undefined) return { wrong: NONE_RIGHT }
  if (idents.size === 1) return { ident }
  const isWeighed = new Set(scoring.map(({ score }) => score)).size > 1
  return { wrong: isWeighed ? PARTIAL_CREDIT : SEVERAL_RIGHT }
}

/** The names that Canvas uses for feedback on the question as a whole. */
const GENERAL = 'general_fb'
const RIGHT = 'correct_fb'
const WRONG = 'general_incorrect_fb'

function readFeedback(item: XmlElement, conditions: readonly Condition[]) {
  const texts = new Map(
    findAll(item, 'itemfeedback').map((feedback) => [feedback.attributes.get('ident') ?? '', readMaterial(feedback)]),
  )
  return {
    shows: [...texts.values()].find(({ shows }) => shows !== undefined)?.shows,
    general: texts.get(GENERAL)?.text ?? '',
    of(ident: string, isRight: boolean): string {
      const linked = conditions
        .filter(({ idents }) => idents.length === 1 && idents[0] === ident)
        .flatMap(({ feedback }) => feedback)
        .filter((name) => ![GENERAL, RIGHT, WRONG].includes(name))
      const own = [...new Set([...linked, `${ident}_fb`, ...(isRight ? [RIGHT] : [])])]
      return joinSentences(own.map((name) => texts.get(name)?.text ?? ''))
    },
  }
}
