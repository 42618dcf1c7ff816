import { toRaisedDigits } from '#shared/raised-digits.ts'
import { hasFormula, hasMarkup, type HtmlText, INLINE_TAGS, readHtml, SHOWN_CONTENT } from './html-text.rules.ts'
import {
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
  truncate,
} from './parsed-questions.rules.ts'
import { toSingleLine } from './xml-text.rules.ts'
import { findAll, findAllIn, getChildElements, type XmlElement } from './xml.rules.ts'

/** Content that exam takers don't see, or see only afterward. */
const APART = new Set([
  'rubricBlock',
  'feedbackBlock',
  'feedbackInline',
  'templateBlock',
  'templateInline',
  'stylesheet',
  'catalogInfo',
  'companionMaterialsInfo',
])

/** Continuations of “This question is”. */
const KINDS = new Map([
  ['textEntryInteraction', 'a fill-in-the-blank question'],
  ['extendedTextInteraction', 'an essay question'],
  ['matchInteraction', 'a matching question'],
  ['associateInteraction', 'a matching question'],
  ['gapMatchInteraction', 'a fill-in-the-blank question'],
  ['orderInteraction', 'an ordering question'],
  ['inlineChoiceInteraction', 'a drop-down question'],
  ['uploadInteraction', 'a file upload question'],
])

const GENERATED = 'This question is generated from a template, which can’t be used.'

/** Questions of QTI 2 and 3: `assessmentItem`, `qti-assessment-item`. `from`: the number of the first one. */
export function readItems(
  items: readonly XmlElement[],
  { file, from }: { file: string | null; from: number },
): ParsedFile {
  const read: ParsedFile = { questions: [], mistakes: [] }
  for (const [index, item] of items.entries()) {
    const excerpt = toExcerpt(readExcerpt(item)) ?? toExcerpt(item.attributes.get('title') ?? '')
    const at = { ...NO_POSITION, file, line: item.line, number: from + index, excerpt }
    const question = readItem(item, at)
    if ('question' in question) read.questions.push(question)
    else read.mistakes.push({ ...at, message: question.wrong })
  }
  return read
}

function readExcerpt(item: XmlElement): string {
  const body = getChildElements(item).find(({ name }) => name === 'itemBody')
  const choice = body && findInteractions(body).find(({ name }) => name === 'choiceInteraction')
  return !body ? '' : choice ? readStem(body, choice).text : readText(body.children).text
}

function readItem(item: XmlElement, at: SourcePosition): ParsedQuestion | { wrong: string } {
  if (item.attributes.get('adaptive') === 'true') return { wrong: otherKindError('one that adapts to the answers') }
  const body = getChildElements(item).find(({ name }) => name === 'itemBody')
  const interactions = body ? findInteractions(body) : []
  const other = interactions.find(({ name }) => name !== 'choiceInteraction')
  if (other) return { wrong: otherKindError(KINDS.get(other.name) ?? `of the type “${other.name}”`) }
  if (interactions.length > 1)
    return { wrong: `This item has ${interactions.length} questions. Make each a separate item.` }
  const [choice] = interactions
  if (!body || !choice) return { wrong: otherKindError('text without options') }
  if (getChildElements(item).some(({ name }) => name === 'templateDeclaration')) return { wrong: GENERATED }
  const right = findRight(item, choice)
  if ('wrong' in right) return right
  const choices = getChildElements(choice).filter(({ name }) => name === 'simpleChoice')
  const answer = choices.findIndex((option) => option.attributes.get('identifier') === right.identifier)
  if (answer === -1)
    return { wrong: `The right answer is “${truncate(right.identifier)},” but no option has that identifier.` }
  const stem = readStem(body, choice)
  const options = choices.map((option) => ({ ...readText(option.children), line: option.line }))
  const shown = findShown(body) ?? [stem, ...options].find(({ shows }) => shows !== undefined)?.shows
  if (shown !== undefined) return { wrong: shownContentError(shown) }
  const rationale = readRationale(item, choices[answer])
  if (rationale.shows !== undefined)
    return { wrong: shownContentError(rationale.shows, 'The feedback of this question') }
  return {
    at,
    question: stem.text,
    options: options.map(({ text, line }) => ({ text, at: { ...at, line } })),
    answer,
    rationale: rationale.text,
  }
}

function findShown(body: XmlElement): string | undefined {
  const [element] = findAllIn(body, new Set([...SHOWN_CONTENT.keys(), 'printedVariable']), APART)
  return element && (SHOWN_CONTENT.get(element.name) ?? 'a random value')
}

function findInteractions(element: XmlElement): XmlElement[] {
  return getChildElements(element).flatMap((child) =>
    child.name.endsWith('Interaction') ? [child] : findInteractions(child),
  )
}

/** The identifier of the only right option. */
function findRight(item: XmlElement, choice: XmlElement): { identifier: string } | { wrong: string } {
  const asked = choice.attributes.get('responseIdentifier') ?? 'RESPONSE'
  const declared = getChildElements(item).find(
    (child) => child.name === 'responseDeclaration' && child.attributes.get('identifier') === asked,
  )
  if (!declared) return { wrong: NONE_RIGHT }
  const values = getChildElements(declared)
    .filter((child) => child.name === 'correctResponse')
    .flatMap((response) => getChildElements(response).filter((child) => child.name === 'value'))
    .map((value) => readText(value.children).text)
    .filter(Boolean)
  const [identifier] = values
  if (values.length > 1) return { wrong: SEVERAL_RIGHT }
  const points = findAll(declared, 'mapEntry').filter((entry) => Number(entry.attributes.get('mappedValue')) > 0)
  if (points.some((entry) => entry.attributes.get('mapKey') !== identifier)) return { wrong: PARTIAL_CREDIT }
  return identifier === undefined ? { wrong: NONE_RIGHT } : { identifier }
}

/**
 * The text around the options, in order. Some programs write the question twice: before the options and as their
 * prompt.
 */
function readStem(body: XmlElement, choice: XmlElement): HtmlText {
  const prompt = readText(getChildElements(choice).filter(({ name }) => name === 'prompt'))
  return joinTexts([readText(body.children, choice), prompt])
}

function joinTexts(texts: readonly HtmlText[]): HtmlText {
  return {
    text: [...new Set(texts.map(({ text }) => text).filter(Boolean))].join(' '),
    shows: texts.find(({ shows }) => shows !== undefined)?.shows,
  }
}

/** Feedback on the correct option and on the question as a whole, but not on wrong answers. */
function readRationale(item: XmlElement, right: XmlElement | undefined): HtmlText {
  const inline = right ? findAll(right, 'feedbackInline') : []
  const modal = getChildElements(item).filter(({ name }) => name === 'modalFeedback')
  const general = modal.filter(
    ({ attributes }) =>
      modal.length === 1 ||
      !/incorrect|wrong|false|fail/i.test(`${attributes.get('identifier')} ${attributes.get('outcomeIdentifier')}`),
  )
  const feedback = [...inline, ...general]
  const shown = feedback.map(findShown).find((content) => content !== undefined)
  const { text, shows } = joinTexts(feedback.map(({ children }) => readText(children)))
  return { text, shows: shown ?? shows }
}

/** Some programs, such as Canvas, write HTML as text. */
function readText(children: XmlElement['children'], except?: XmlElement): HtmlText {
  const text = collectText(children, except)
  if (hasMarkup(text)) return readHtml(text)
  return { text: toSingleLine(text), shows: hasFormula(text) ? 'a formula' : undefined }
}

function collectText(children: XmlElement['children'], except: XmlElement | undefined): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child
      if (child === except || APART.has(child.name)) return ' '
      const inner = collectText(child.children, except)
      if (child.name === 'sup' || child.name === 'sub') return toRaisedDigits(inner, child.name)
      return INLINE_TAGS.has(child.name) ? inner : ` ${inner} `
    })
    .join('')
}
