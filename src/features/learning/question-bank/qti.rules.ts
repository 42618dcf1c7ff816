import { toSingleLine } from './xml-text.rules.ts'
import { type XmlElement, getChildElements, findAll } from './xml.rules.ts'
import { type SourcePosition, truncate, type ParsedQuestion } from './parsed-questions.rules.ts'

/** Elements that the text-only exam can't show. */
const MAX_SHOWN_LENGTH = new Map([
  ['img', 'an image'],
  ['picture', 'an image'],
  ['object', 'an image or another file'],
  ['svg', 'a drawing'],
  ['video', 'a video'],
  ['audio', 'a recording'],
  ['table', 'a table'],
  ['math', 'a formula'],
  ['printedVariable', 'a random value'],
])

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

const ONLY_CHOICE_ERROR = 'only multiple-choice questions with one correct option can be imported'

const KINDS = new Map([
  ['textEntryInteraction', 'is a fill-in-the-blank question'],
  ['extendedTextInteraction', 'is an essay question'],
  ['matchInteraction', 'is a matching question'],
  ['associateInteraction', 'is a matching question'],
  ['gapMatchInteraction', 'is a fill-in-the-blank question'],
  ['orderInteraction', 'is an ordering question'],
  ['inlineChoiceInteraction', 'question has drop-down lists in its text'],
  ['uploadInteraction', 'question asks for a file upload'],
])

export type ReadItem = { question: ParsedQuestion } | { wrong: { message: string; line: number }[] }

/** Reads a QTI question: `assessmentItem` in versions 2.0 to 2.2, `qti-assessment-item` in version 3. */
export function readItem(item: XmlElement, file: string | null): ReadItem {
  const name = toSingleLine(item.attributes.get('title') ?? item.attributes.get('identifier') ?? '')
  const wrong: { message: string; line: number }[] = []
  const addProblem = (message: string, { line }: Pick<XmlElement, 'line'> = item) =>
    wrong.push({ message: name === '' ? message : `“${truncate(name)}”: ${message}`, line })

  if (item.attributes.get('adaptive') === 'true')
    addProblem(`this question adapts to the answers; ${ONLY_CHOICE_ERROR}.`)
  const [body] = getChildElements(item).filter((child) => child.name === 'itemBody')
  const interactions = body ? findInteractions(body) : []
  const [choice] = interactions
  for (const each of interactions.filter((one) => one.name !== 'choiceInteraction'))
    addProblem(
      `this ${KINDS.get(each.name) ?? `question has an unsupported type (${each.name})`}; ${ONLY_CHOICE_ERROR}.`,
      each,
    )
  if (interactions.length > 1 && wrong.length === 0)
    addProblem(`this item has ${interactions.length} questions. Make each a separate item.`, interactions[1])
  if (!body || !choice) {
    if (wrong.length === 0) addProblem(`this question has no options; ${ONLY_CHOICE_ERROR}.`, body)
    return { wrong }
  }
  if (wrong.length > 0) return { wrong }
  for (const [shown, what] of MAX_SHOWN_LENGTH)
    for (const element of findAll(body, shown).slice(0, 1))
      addProblem(`this question shows ${what}, which can’t be imported.`, element)
  if (getChildElements(item).some((child) => child.name === 'templateDeclaration'))
    addProblem(`this question is generated from a template, which can’t be imported.`)

  const choices = getChildElements(choice).filter((child) => child.name === 'simpleChoice')
  const right = findCorrectAnswer(item, choice, addProblem)
  const answer = choices.findIndex((option) => option.attributes.get('identifier') === right)
  if (right !== undefined && answer === -1)
    addProblem(`the correct answer is “${truncate(right)},” but no option has that identifier.`, choice)
  if (wrong.length > 0) return { wrong }
  const placeOf = ({ line }: XmlElement): SourcePosition => ({ file, line })
  return {
    question: {
      at: placeOf(item),
      question: readStem(body, choice),
      options: choices.map((option) => ({ text: readText(option.children), at: placeOf(option) })),
      answer,
      rationale: readRationale(item, choices[answer]),
    },
  }
}

function findInteractions(element: XmlElement): XmlElement[] {
  return getChildElements(element).flatMap((child) =>
    child.name.endsWith('Interaction') ? [child] : findInteractions(child),
  )
}

/** The identifier of the only correct option; undefined, with an error, if there are none or several. */
function findCorrectAnswer(
  item: XmlElement,
  choice: XmlElement,
  addProblem: (message: string, at?: XmlElement) => void,
): string | undefined {
  const asked = choice.attributes.get('responseIdentifier') ?? 'RESPONSE'
  const declared = getChildElements(item).find(
    (child) => child.name === 'responseDeclaration' && child.attributes.get('identifier') === asked,
  )
  if (!declared) {
    addProblem('the correct option isn’t marked.', choice)
    return undefined
  }
  const values = getChildElements(declared)
    .filter((child) => child.name === 'correctResponse')
    .flatMap((response) => getChildElements(response).filter((child) => child.name === 'value'))
    .map((value) => toSingleLine(readText(value.children)))
  const [right] = values
  const points = findAll(declared, 'mapEntry').filter((entry) => Number(entry.attributes.get('mappedValue')) > 0)
  if (declared.attributes.get('cardinality') !== 'single' || values.length > 1)
    addProblem(`several options of this question can be correct; ${ONLY_CHOICE_ERROR}.`, declared)
  else if (
    points.some((entry) => entry.attributes.get('mapKey') !== right) ||
    (right === undefined && points.length > 0)
  )
    addProblem(
      'this question gives partial credit, which can’t be imported. One option must be correct and the others wrong.',
      declared,
    )
  else if (right === undefined || right === '') addProblem('the correct option isn’t marked.', declared)
  else return right
  return undefined
}

/**
 * The text around the options, in order. Some programs write the question twice: before the options and as their
 * prompt.
 */
function readStem(body: XmlElement, choice: XmlElement): string {
  const prompt = readText(getChildElements(choice).filter((child) => child.name === 'prompt'))
  const around = readText(body.children, choice)
  return [...new Set([around, prompt].filter(Boolean))].join(' ')
}

/** Feedback on the correct option and on the question as a whole, but not on wrong answers. */
function readRationale(item: XmlElement, right: XmlElement | undefined): string {
  const inline = right ? findAll(right, 'feedbackInline') : []
  const modal = getChildElements(item).filter(({ name }) => name === 'modalFeedback')
  const general = modal.filter(
    ({ attributes }) =>
      modal.length === 1 ||
      !/incorrect|wrong|false|fail/i.test(`${attributes.get('identifier')} ${attributes.get('outcomeIdentifier')}`),
  )
  return [...new Set([...inline, ...general].map(({ children }) => readText(children)).filter(Boolean))].join(' ')
}

const WITHIN_LINE = new Set([
  'a',
  'b',
  'big',
  'code',
  'em',
  'i',
  'q',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'tt',
  'u',
  'cite',
  'kbd',
  'var',
])

function readText(children: XmlElement['children'], except?: XmlElement): string {
  return toSingleLine(collectText(children, except))
}

function collectText(children: XmlElement['children'], except: XmlElement | undefined): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child
      if (child === except || APART.has(child.name)) return ' '
      const inner = collectText(child.children, except)
      return WITHIN_LINE.has(child.name) ? inner : ` ${inner} `
    })
    .join('')
}
