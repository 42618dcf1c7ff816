import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { letterOf } from './xml-text.rules.ts'
import { lineCounter } from './parsed-question.rules.ts'

/**
 * An element of XML. Names are those of QTI 2: `choiceInteraction`, whatever the namespace's prefix and whether QTI 3 spells it
 * `qti-choice-interaction`. Text lies among the children.
 */
export type Element = {
  name: string
  line: number
  attributes: ReadonlyMap<string, string>
  children: readonly (Element | string)[]
}

type Parsed = Record<string, unknown>

const CDATA = '#cdata'

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  captureMetaData: true,
  cdataPropName: CDATA,
})

const META = XMLParser.getMetaDataSymbol() as symbol

const DAMAGED = 'This is no proper XML: the file is damaged, or was cut off.'

export class WrongXml extends Error {
  readonly line: number | null

  constructor(message: string, line: number | null) {
    super(message)
    this.line = line
  }
}

/** The one element that holds all others. Throws `WrongXml`. */
export function readXml(text: string): Element {
  const line = lineCounter(text)
  const declared = /<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.exec(text)
  if (declared)
    throw new WrongXml(
      'This file declares entities or a document type (DOCTYPE), which is not accepted: take those lines out.',
      line(declared.index),
    )
  const checked = XMLValidator.validate(text)
  if (checked !== true) throw new WrongXml(DAMAGED, checked.err.line)
  let parsed: Parsed[]
  try {
    parsed = parser.parse(text) as Parsed[]
  } catch {
    throw new WrongXml(DAMAGED, null)
  }
  const [root] = childrenOf(parsed, line, 1).filter((child) => typeof child !== 'string')
  if (!root) throw new WrongXml(DAMAGED, null)
  return root
}

function childrenOf(parsed: readonly Parsed[], line: (place: number) => number, above: number): (Element | string)[] {
  return parsed.flatMap((node): (Element | string)[] => {
    const name = Object.keys(node).find((key) => key !== ':@')
    if (name === undefined || name.startsWith('?')) return []
    if (name === '#text') return [lettersOf(String(node[name]), above)]
    const inner = node[name] as Parsed[]
    if (name === CDATA) return inner.map((text) => String(text['#text']))
    const { startIndex } = ((node as Record<symbol, unknown>)[META] ?? {}) as { startIndex?: number }
    const own = startIndex === undefined ? above : line(startIndex)
    const attributes = Object.entries((node[':@'] ?? {}) as Record<string, unknown>)
    return [
      {
        name: plainName(name),
        line: own,
        attributes: new Map(attributes.map(([key, value]) => [plainName(key), lettersOf(String(value), own)])),
        children: childrenOf(inner, line, own),
      },
    ]
  })
}

/** `qti-choice-interaction` and `choiceInteraction` are the same. */
function plainName(name: string): string {
  return name.replace(/^qti-/, '').replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}

function lettersOf(text: string, line: number): string {
  return text.replaceAll(/&([^;&\s]{0,12})(;?)/g, (_all, name: string, end: string) => {
    const letter = end === '' || name === 'nbsp' ? undefined : letterOf(name)
    if (letter === undefined)
      throw new WrongXml(
        `“&${name}${end}” is no letter that XML knows: write the letter itself, or &amp; where & is meant.`,
        line,
      )
    return letter
  })
}

export function elementsIn(element: Element): Element[] {
  return element.children.filter((child) => typeof child !== 'string')
}

/** All elements of this name within another, in their order. */
export function findAll(element: Element, name: string): Element[] {
  return elementsIn(element).flatMap((child) => [...(child.name === name ? [child] : []), ...findAll(child, name)])
}
