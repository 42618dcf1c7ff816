import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { decodeEntity } from './xml-text.rules.ts'
import { createLineCounter } from './parsed-questions.rules.ts'

/**
 * An XML element. Names are as in QTI 2, such as `choiceInteraction`: namespace prefixes are removed, and QTI 3's
 * `qti-choice-interaction` is converted. Text is among the children.
 */
export type XmlElement = {
  name: string
  line: number
  attributes: ReadonlyMap<string, string>
  children: readonly (XmlElement | string)[]
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

const DAMAGED = 'This isn’t valid XML. The file is damaged or incomplete. Export it again.'

export class InvalidXmlError extends Error {
  readonly line: number | null

  constructor(message: string, line: number | null) {
    super(message)
    this.line = line
  }
}

/** Returns the root element. Throws `InvalidXmlError`. */
export function parseXml(text: string): XmlElement {
  const line = createLineCounter(text)
  const declared = /<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.exec(text)
  if (declared)
    throw new InvalidXmlError(
      'This file declares entities or a document type (DOCTYPE), which isn’t accepted. Remove those lines.',
      line(declared.index),
    )
  const checked = XMLValidator.validate(text)
  if (checked !== true) throw new InvalidXmlError(DAMAGED, checked.err.line)
  let parsed: Parsed[]
  try {
    parsed = parser.parse(text) as Parsed[]
  } catch {
    throw new InvalidXmlError(DAMAGED, null)
  }
  const [root] = getChildren(parsed, line, 1).filter((child) => typeof child !== 'string')
  if (!root) throw new InvalidXmlError(DAMAGED, null)
  return root
}

function getChildren(
  parsed: readonly Parsed[],
  line: (place: number) => number,
  above: number,
): (XmlElement | string)[] {
  return parsed.flatMap((node): (XmlElement | string)[] => {
    const name = Object.keys(node).find((key) => key !== ':@')
    if (name === undefined || name.startsWith('?')) return []
    if (name === '#text') return [getText(String(node[name]), above)]
    const inner = node[name] as Parsed[]
    if (name === CDATA) return inner.map((text) => String(text['#text']))
    const { startIndex } = ((node as Record<symbol, unknown>)[META] ?? {}) as { startIndex?: number }
    const own = startIndex === undefined ? above : line(startIndex)
    const attributes = Object.entries((node[':@'] ?? {}) as Record<string, unknown>)
    return [
      {
        name: normalizeName(name),
        line: own,
        attributes: new Map(attributes.map(([key, value]) => [normalizeName(key), getText(String(value), own)])),
        children: getChildren(inner, line, own),
      },
    ]
  })
}

/** Maps `qti-choice-interaction` to `choiceInteraction`. */
function normalizeName(name: string): string {
  return name.replace(/^qti-/, '').replaceAll(/-([a-z])/g, (_all, character: string) => character.toUpperCase())
}

function getText(text: string, line: number): string {
  return text.replaceAll(/&([^;&\s]{0,12})(;?)/g, (_all, name: string, end: string) => {
    const character = end === '' || name === 'nbsp' ? undefined : decodeEntity(name)
    if (character === undefined)
      throw new InvalidXmlError(
        `“&${name}${end}” isn’t a valid XML entity. Write the character itself, or &amp; for &.`,
        line,
      )
    return character
  })
}

export function getChildElements(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string')
}

export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return getChildElements(element).find((child) => child.name === name)
}

export function findAll(element: XmlElement, name: string): XmlElement[] {
  return findAllIn(element, new Set([name]))
}

/** Descendants with one of these names, in order, except within elements of other names. */
export function findAllIn(
  element: XmlElement,
  names: ReadonlySet<string>,
  except: ReadonlySet<string> = new Set(),
): XmlElement[] {
  return getChildElements(element)
    .filter((child) => !except.has(child.name))
    .flatMap((child) => [...(names.has(child.name) ? [child] : []), ...findAllIn(child, names, except)])
}

/** The text of an element, with its own elements as HTML. */
export function getTextOf(element: XmlElement | undefined): string {
  if (!element) return ''
  return element.children
    .map((child) => {
      if (typeof child === 'string') return child
      return `<${child.name}>${getTextOf(child)}</${child.name}>`
    })
    .join('')
}
