import { type HtmlText, readHtml } from './html-text.rules.ts'
import {
  composeRationale,
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
import { findChild, getChildElements, getTextOf, type XmlElement } from './xml.rules.ts'

/** Question types of Moodle and its most common plugins, as continuations of “This question is”. */
const KINDS = new Map([
  ['calculated', 'a calculated question'],
  ['calculatedmulti', 'a calculated question'],
  ['calculatedsimple', 'a calculated question'],
  ['cloze', 'a fill-in-the-blank question (Cloze)'],
  ['coderunner', 'a programming question'],
  ['ddimageortext', 'a drag-and-drop question'],
  ['ddmarker', 'a drag-and-drop question'],
  ['ddwtos', 'a drag-and-drop question'],
  ['description', 'text without options'],
  ['essay', 'an essay question'],
  ['gapselect', 'a drop-down question'],
  ['matching', 'a matching question'],
  ['multianswer', 'a fill-in-the-blank question (Cloze)'],
  ['numerical', 'a numerical question'],
  ['ordering', 'an ordering question'],
  ['randomsamatch', 'a matching question'],
  ['shortanswer', 'a short-answer question'],
])

/** The questions of a Moodle XML file: the children of `<quiz>`, except categories. */
export function readMoodle(quiz: XmlElement): ParsedFile {
  const read: ParsedFile = { questions: [], mistakes: [] }
  const questions = getChildElements(quiz).filter(
    ({ name, attributes }) => name === 'question' && attributes.get('type') !== 'category',
  )
  for (const [index, element] of questions.entries()) {
    const stem = readField(element, 'questiontext')
    const excerpt = toExcerpt(stem.text) ?? toExcerpt(readField(element, 'name').text)
    const at = { ...NO_POSITION, line: element.line, number: index + 1, excerpt }
    const question = readQuestion(element, stem, at)
    if ('question' in question) read.questions.push(question)
    else read.mistakes.push({ ...at, message: question.wrong })
  }
  return read
}

function readQuestion(element: XmlElement, stem: HtmlText, at: SourcePosition): ParsedQuestion | { wrong: string } {
  const type = element.attributes.get('type') ?? ''
  if (type !== 'multichoice' && type !== 'truefalse')
    return { wrong: otherKindError(KINDS.get(type) ?? `of the type “${type}”`) }
  const options = getChildElements(element)
    .filter(({ name }) => name === 'answer')
    .map((answer) => ({
      ...readField(answer),
      fraction: Number(answer.attributes.get('fraction') ?? 0),
      feedback: readField(answer, 'feedback'),
    }))
  const right = findRight(options, element)
  if ('wrong' in right) return right
  const general = readField(element, 'generalfeedback')
  // Files of Moodle 1 have pictures in an element of their own.
  const hasOldPicture = getTextOf(findChild(element, 'image_base64')).trim() !== ''
  const shown = hasOldPicture ? 'a picture' : [stem, ...options].find(({ shows }) => shows !== undefined)?.shows
  if (shown !== undefined) return { wrong: shownContentError(shown) }
  const shownLater = [general, ...options.map(({ feedback }) => feedback)].find(({ shows }) => shows !== undefined)
  if (shownLater?.shows !== undefined)
    return { wrong: shownContentError(shownLater.shows, 'The feedback of this question') }
  const named = options.map(({ text, feedback }, index) => ({
    text: type === 'truefalse' ? capitalize(text) : text,
    feedback: feedback.text,
    isRight: index === right.index,
  }))
  return {
    at,
    question: stem.text,
    options: named.map(({ text }) => ({ text, at })),
    answer: right.index,
    rationale: composeRationale({ general: general.text, options: named }),
  }
}

/** The only option with a positive fraction, which must be 100%. */
function findRight(
  options: readonly { fraction: number }[],
  element: XmlElement,
): { index: number } | { wrong: string } {
  const positive = options.filter(({ fraction }) => fraction > 0)
  const [first] = positive
  if (!first) return { wrong: NONE_RIGHT }
  const isSingle = getTextOf(findChild(element, 'single')).trim() !== 'false'
  const isFull = positive.every(({ fraction }) => fraction > 99.9)
  if (positive.length > 1) return { wrong: isSingle && !isFull ? PARTIAL_CREDIT : SEVERAL_RIGHT }
  return isFull ? { index: options.indexOf(first) } : { wrong: PARTIAL_CREDIT }
}

/** The text of an element, or of one of its children, such as `<questiontext format="html"><text>…`. */
function readField(element: XmlElement, name?: string): HtmlText {
  const field = name === undefined ? element : findChild(element, name)
  if (!field) return { text: '', shows: undefined }
  const text = getTextOf(findChild(field, 'text'))
  return field.attributes.get('format') === 'plain_text' || name === 'name'
    ? { text: text.replaceAll(/\s+/g, ' ').trim(), shows: undefined }
    : readHtml(text)
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
