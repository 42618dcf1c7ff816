import type { DocumentLine, LineKind } from './text-questions.rules.ts'
import { isPackage, openPackage } from './qti-packages.rules.ts'
import { decodeXml } from './xml-text.rules.ts'
import { findAll, findChild, getChildElements, InvalidXmlError, parseXml, type XmlElement } from './xml.rules.ts'

const DOCUMENT = /^word\/document\d*\.xml$/

/** An exported course may contain Word documents, but has a manifest. */
export function isWordDocument(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes)
  return isPackage(bytes) && content.includes('word/document') && !content.includes('imsmanifest.xml')
}

const NOT_READABLE = 'This Word document can’t be read. Open it in Word, save it again as .docx, and choose that file.'

/**
 * The lines that Word shows, with what its lists number and its formats emphasize. Libraries that convert Word to HTML
 * leave out colors and whether a list has numbers or letters, which tell questions from options.
 */
export function readWordLines(bytes: Uint8Array): { lines: DocumentLine[] } | { wrong: string } {
  const opened = openPackage(bytes)
  if ('wrong' in opened) return opened
  const name = [...opened.files.keys()].find((each) => DOCUMENT.test(each))
  const read = (part: string) => {
    const content = opened.files.get(part)
    const decoded = content && decodeXml(content)
    return decoded && 'text' in decoded ? parseXml(decoded.text) : undefined
  }
  try {
    const document = name === undefined ? undefined : read(name)
    if (!document) return { wrong: NOT_READABLE }
    const lists = readLists(read('word/numbering.xml'), read('word/styles.xml'))
    return { lines: findAll(document, 'p').flatMap((paragraph) => readParagraph(paragraph, lists)) }
  } catch (error) {
    if (error instanceof InvalidXmlError) return { wrong: NOT_READABLE }
    throw error
  }
}

type List = { id: string; level: number }
type Lists = { formats: ReadonlyMap<string, string>; styles: ReadonlyMap<string, Partial<List>> }

const getValue = (element: XmlElement | undefined) => element?.attributes.get('val')

/** The number format of each list and level, and the lists of styles such as “List Number.” */
function readLists(numbering: XmlElement | undefined, styleSheet: XmlElement | undefined): Lists {
  const abstracts = new Map(
    (numbering ? findAll(numbering, 'abstractNum') : []).map((list) => [list.attributes.get('abstractNumId'), list]),
  )
  const formats = new Map<string, string>()
  for (const list of numbering ? findAll(numbering, 'num') : []) {
    const levels = abstracts.get(getValue(findChild(list, 'abstractNumId')))
    for (const level of levels ? findAll(levels, 'lvl') : [])
      formats.set(
        `${list.attributes.get('numId')} ${level.attributes.get('ilvl')}`,
        getValue(findChild(level, 'numFmt')) ?? 'decimal',
      )
  }
  const styles = new Map(
    (styleSheet ? findAll(styleSheet, 'style') : []).map((style) => [
      style.attributes.get('styleId') ?? '',
      readListOf(findChild(style, 'pPr')),
    ]),
  )
  return { formats, styles }
}

function readListOf(properties: XmlElement | undefined): Partial<List> {
  const numbered = properties && findChild(properties, 'numPr')
  if (!numbered) return {}
  const id = getValue(findChild(numbered, 'numId'))
  const level = getValue(findChild(numbered, 'ilvl'))
  return { ...(id !== undefined && { id }), ...(level !== undefined && { level: Number(level) }) }
}

/** Numbers are of questions; letters, bullets, and inner lists are of options. */
function getKind(paragraph: XmlElement, { formats, styles }: Lists): LineKind | null {
  const properties = findChild(paragraph, 'pPr')
  if (!properties) return null
  const style = styles.get(getValue(findChild(properties, 'pStyle')) ?? '')
  const list = { level: 0, ...style, ...readListOf(properties) }
  const format = formats.get(`${list.id} ${list.level}`)
  if (list.id === undefined || list.id === '0' || format === undefined || format === 'none') return null
  return list.level === 0 && format.startsWith('decimal') ? 'question' : 'option'
}

type Run = { text: string; formats: ReadonlySet<string>; shows?: string }

function readParagraph(paragraph: XmlElement, lists: Lists): DocumentLine[] {
  const kind = getKind(paragraph, lists)
  const lines: Run[][] = [[]]
  for (const run of readRuns(paragraph)) {
    const [first = '', ...others] = run.text.split('\n')
    lines.at(-1)?.push({ ...run, text: first })
    for (const text of others) lines.push([{ ...run, text }])
  }
  return lines.map((runs, index) => {
    const filled = runs.filter(({ text }) => text.trim() !== '')
    const shows = runs.find((run) => run.shows !== undefined)?.shows
    return {
      text: runs.map(({ text }) => text).join(''),
      line: null,
      kind: index === 0 ? kind : null,
      formats: FORMATS.filter((format) => filled.length > 0 && filled.every((run) => run.formats.has(format))),
      ...(shows !== undefined && { shows }),
    }
  })
}

/** Deleted text, older versions of a drawing, and paragraphs in text boxes, which are read on their own. */
const SKIPPED = new Set(['pPr', 'del', 'moveFrom', 'Fallback', 'p', 'instrText'])
const FORMATS = ['highlight', 'b', 'u', 'color'] as const
const SHOWN = new Map([
  ['drawing', 'a picture'],
  ['pict', 'a picture'],
  ['object', 'an embedded file'],
  ['oMath', 'a formula'],
])

function readRuns(element: XmlElement): Run[] {
  return getChildElements(element).flatMap((child): Run[] => {
    if (SKIPPED.has(child.name)) return []
    const shows = SHOWN.get(child.name)
    if (shows !== undefined) return [{ text: '', formats: new Set(), shows }]
    return child.name === 'r' ? readRun(child) : readRuns(child)
  })
}

function readRun(run: XmlElement): Run[] {
  const properties = findChild(run, 'rPr')
  const isOn = (name: string) => {
    const format = properties && findChild(properties, name)
    return format !== undefined && !/^(?:0|false|off|none|auto|000000)$/i.test(getValue(format) ?? 'true')
  }
  if (isOn('vanish')) return []
  const formats = new Set(FORMATS.filter(isOn))
  const text = getChildElements(run)
    .map(({ name, children }) => {
      if (name === 't') return children.filter((child) => typeof child === 'string').join('')
      if (name === 'br' || name === 'cr') return '\n'
      return name === 'tab' ? ' ' : name === 'noBreakHyphen' ? '-' : ''
    })
    .join('')
  return [
    { text, formats },
    ...readRuns({ ...run, children: getChildElements(run).filter(({ name }) => name !== 't') }),
  ]
}
