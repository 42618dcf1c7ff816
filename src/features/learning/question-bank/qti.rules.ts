import { inOneLine } from './xml-text.rules.ts'
import { type Element, elementsIn, findAll } from './xml.rules.ts'
import { type Place, told, type WrittenQuestion } from './parsed-question.rules.ts'

/** What can't be shown in an examination, which has words alone. */
const SHOWN = new Map([
  ['img', 'a picture'],
  ['picture', 'a picture'],
  ['object', 'a picture or another file'],
  ['svg', 'a drawing'],
  ['video', 'a video'],
  ['audio', 'a recording'],
  ['table', 'a table'],
  ['math', 'a formula'],
  ['printedVariable', 'a value that is drawn by lot'],
])

/** Not for those who are examined, or shown only afterwards. */
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

const ONLY = 'only questions with one right option among several can be imported'

const KINDS = new Map([
  ['textEntryInteraction', 'asks for words to be typed'],
  ['extendedTextInteraction', 'asks for a text to be typed'],
  ['matchInteraction', 'asks to match pairs'],
  ['associateInteraction', 'asks to match pairs'],
  ['gapMatchInteraction', 'asks to fill gaps'],
  ['orderInteraction', 'asks to put things in order'],
  ['inlineChoiceInteraction', 'asks to choose within its text'],
  ['uploadInteraction', 'asks for a file'],
])

export type ReadItem = { question: WrittenQuestion } | { wrong: { message: string; line: number }[] }

/** A question of QTI: `assessmentItem` of 2.0 to 2.2, `qti-assessment-item` of 3. */
export function readItem(item: Element, file: string | null): ReadItem {
  const name = inOneLine(item.attributes.get('title') ?? item.attributes.get('identifier') ?? '')
  const wrong: { message: string; line: number }[] = []
  const tell = (message: string, { line }: Pick<Element, 'line'> = item) =>
    wrong.push({ message: name === '' ? message : `“${told(name)}”: ${message}`, line })

  if (item.attributes.get('adaptive') === 'true') tell(`this question goes on by what was answered; ${ONLY}.`)
  const [body] = elementsIn(item).filter((child) => child.name === 'itemBody')
  const interactions = body ? interactionsIn(body) : []
  const [choice] = interactions
  for (const each of interactions.filter((one) => one.name !== 'choiceInteraction'))
    tell(`this question ${KINDS.get(each.name) ?? `is of another kind (${each.name})`}; ${ONLY}.`, each)
  if (interactions.length > 1 && wrong.length === 0)
    tell(`this asks ${interactions.length} questions in one: make each a question of its own.`, interactions[1])
  if (!body || !choice) {
    if (wrong.length === 0) tell(`this question has no options; ${ONLY}.`, body)
    return { wrong }
  }
  if (wrong.length > 0) return { wrong }
  for (const [shown, what] of SHOWN)
    for (const element of findAll(body, shown).slice(0, 1))
      tell(`this question shows ${what}, which can’t be imported.`, element)
  if (elementsIn(item).some((child) => child.name === 'templateDeclaration'))
    tell(`this question is drawn by lot from a template, which can’t be imported.`)

  const choices = elementsIn(choice).filter((child) => child.name === 'simpleChoice')
  const right = rightOf(item, choice, tell)
  const answer = choices.findIndex((option) => option.attributes.get('identifier') === right)
  if (right !== undefined && answer === -1)
    tell(`the right answer is said to be “${told(right)}”, and no option has that identifier.`, choice)
  if (wrong.length > 0) return { wrong }
  const placeOf = ({ line }: Element): Place => ({ file, line })
  return {
    question: {
      at: placeOf(item),
      question: stemOf(body, choice),
      options: choices.map((option) => ({ text: wordsOf(option.children), at: placeOf(option) })),
      answer,
      rationale: rationaleOf(item, choices[answer]),
    },
  }
}

function interactionsIn(element: Element): Element[] {
  return elementsIn(element).flatMap((child) => (child.name.endsWith('Interaction') ? [child] : interactionsIn(child)))
}

/** The identifier of the one right option; undefined where there is none, or more than one, which is told. */
function rightOf(item: Element, choice: Element, tell: (message: string, at?: Element) => void): string | undefined {
  const asked = choice.attributes.get('responseIdentifier') ?? 'RESPONSE'
  const declared = elementsIn(item).find(
    (child) => child.name === 'responseDeclaration' && child.attributes.get('identifier') === asked,
  )
  if (!declared) {
    tell('it does not say which option is right.', choice)
    return undefined
  }
  const values = elementsIn(declared)
    .filter((child) => child.name === 'correctResponse')
    .flatMap((response) => elementsIn(response).filter((child) => child.name === 'value'))
    .map((value) => inOneLine(wordsOf(value.children)))
  const [right] = values
  const points = findAll(declared, 'mapEntry').filter((entry) => Number(entry.attributes.get('mappedValue')) > 0)
  if (declared.attributes.get('cardinality') !== 'single' || values.length > 1)
    tell(`several options of this question may be right; ${ONLY}.`, declared)
  else if (
    points.some((entry) => entry.attributes.get('mapKey') !== right) ||
    (right === undefined && points.length > 0)
  )
    tell(
      'options of this question count parts of a point, which can’t be imported: one is right, the others are wrong.',
      declared,
    )
  else if (right === undefined || right === '') tell('it does not say which option is right.', declared)
  else return right
  return undefined
}

/** What stands around the options, in its order. Some programs write the question twice: before the options, and as their prompt. */
function stemOf(body: Element, choice: Element): string {
  const prompt = wordsOf(elementsIn(choice).filter((child) => child.name === 'prompt'))
  const around = wordsOf(body.children, choice)
  return [...new Set([around, prompt].filter(Boolean))].join(' ')
}

/** What is said of the right option, and of the question as a whole; not what those are told who were wrong. */
function rationaleOf(item: Element, right: Element | undefined): string {
  const inline = right ? findAll(right, 'feedbackInline') : []
  const modal = elementsIn(item).filter(({ name }) => name === 'modalFeedback')
  const general = modal.filter(
    ({ attributes }) =>
      modal.length === 1 ||
      !/incorrect|wrong|false|fail/i.test(`${attributes.get('identifier')} ${attributes.get('outcomeIdentifier')}`),
  )
  return [...new Set([...inline, ...general].map(({ children }) => wordsOf(children)).filter(Boolean))].join(' ')
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

function wordsOf(children: Element['children'], except?: Element): string {
  return inOneLine(lettersIn(children, except))
}

function lettersIn(children: Element['children'], except: Element | undefined): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child
      if (child === except || APART.has(child.name)) return ' '
      const inner = lettersIn(child.children, except)
      return WITHIN_LINE.has(child.name) ? inner : ` ${inner} `
    })
    .join('')
}
