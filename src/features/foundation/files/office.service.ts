import type { OfficeKind } from './file-kinds.rules.ts'
import { type Attributes, isOn, MAX_DEPTH, decodePart, walkXml } from './office-xml.rules.ts'
import { openZip, type Zip } from './zip.service.ts'
import type { ReadAt } from './mp4-order.rules.ts'

// Word, Excel, and PowerPoint files are ZIP archives with XML parts that are linked by relationships (ECMA-376). `main`
// is the root part.

export type OfficeFile = { kind: OfficeKind; zip: Zip; main: string }

/** Content that learners could read, although its author may not have meant to share it. */
export type HiddenContent =
  | 'deleted text'
  | 'hidden text'
  | 'comments'
  | 'hidden sheets'
  | 'hidden rows or columns'
  | 'hidden slides'
  | 'speaker notes'

const KINDS: Readonly<Record<string, OfficeKind>> = { document: 'word', workbook: 'excel', presentation: 'powerpoint' }
/** The default main part, for packages that don't name one. */
const DEFAULT_MAIN_PARTS: Readonly<Record<string, OfficeKind>> = {
  'word/document.xml': 'word',
  'xl/workbook.xml': 'excel',
  'ppt/presentation.xml': 'powerpoint',
}
const isDefaultMainPart = (name: string) => Object.hasOwn(DEFAULT_MAIN_PARTS, name)
/** The limit for one decompressed part. Larger ones are not read. */
const MAX_PART_BYTES = 60_000_000
const MAX_PARTS = 1_000

/**
 * Opens a package by the main part named in `_rels/.rels`. Returns undefined if the file is for none of the three
 * programs.
 */
export async function openOfficeFile(readAt: ReadAt, size: number): Promise<OfficeFile | undefined> {
  const zip = await openZip(readAt, size)
  if (!zip) return undefined
  const relations = await readRelationships(zip, '')
  const main =
    relations.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? zip.names.find(isDefaultMainPart)
  const beginning = main === undefined ? undefined : await zip.begin(main)
  if (main === undefined || !beginning) return undefined
  let root = ''
  walkXml(decodePart(beginning), {
    open(name) {
      root ||= name
    },
  })
  const kind = KINDS[root] ?? DEFAULT_MAIN_PARTS[main]
  return kind && { kind, zip, main }
}

export type DocumentText = { text: string; hidden: HiddenContent[] }

/**
 * Returns the text that Word shows from the main part of a document. Excludes headers, comments, properties, and hidden
 * text.
 */
export async function extractWordText({ zip, main }: OfficeFile): Promise<DocumentText | undefined> {
  const document = await zip.read(main, MAX_PART_BYTES)
  if (!document) return undefined
  const relations = await readRelationships(zip, main)
  const styles = relations.find(({ type }) => type.endsWith('/styles'))
  const styleSheet = styles && (await zip.read(styles.target, MAX_PART_BYTES))
  return extractVisibleText(decodePart(document), styleSheet ? parseStyles(decodePart(styleSheet)) : NO_STYLES)
}

/** Finds hidden content in a workbook or presentation. */
export async function findHiddenContent({ kind, zip, main }: OfficeFile): Promise<HiddenContent[]> {
  const hidden = new Set<HiddenContent>()
  const look = async (parts: readonly string[], at: (name: string, attributes: Attributes) => void) => {
    let left = MAX_PART_BYTES
    for (const part of parts.slice(0, MAX_PARTS)) {
      const xml = await zip.read(part, left)
      if (!xml) continue
      left -= xml.length
      walkXml(decodePart(xml), { open: at })
    }
  }
  const named = (pattern: RegExp) => zip.names.filter((name) => pattern.test(name))
  if (named(/^\/?(?:xl|ppt)\/(?:threadedComments\/|comments)/i).length > 0) hidden.add('comments')
  if (kind === 'excel') {
    await look([main], (name, { state = '' }) => {
      if (name === 'sheet' && /^(?:hidden|veryHidden)$/.test(state)) hidden.add('hidden sheets')
    })
    await look(named(/^\/?xl\/worksheets\/[^/]+\.xml$/i), (name, attributes) => {
      if ((name === 'row' || name === 'col') && isOn(attributes['hidden'] ?? '0')) hidden.add('hidden rows or columns')
    })
  } else {
    if (named(/^\/?ppt\/notesSlides\/[^/]+\.xml$/i).length > 0) hidden.add('speaker notes')
    await look(named(/^\/?ppt\/slides\/[^/]+\.xml$/i), (name, { show = '1' }) => {
      if (name === 'sld' && !isOn(show)) hidden.add('hidden slides')
    })
  }
  return [...hidden]
}

/** Reads the relationships of a part, or those of the whole package if `part` is ''. */
async function readRelationships(zip: Zip, part: string): Promise<{ type: string; target: string }[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const xml = await zip.read(`${folder}_rels/${part.slice(folder.length)}.rels`, MAX_PART_BYTES)
  const relations: { type: string; target: string }[] = []
  if (!xml) return relations
  walkXml(decodePart(xml), {
    open(name, { Type: type, Target: target, TargetMode: mode }) {
      if (name !== 'Relationship' || type === undefined || target === undefined || mode === 'External') return
      const path = URL.parse(target.replaceAll('\\', '/'), `part:///${folder}`)?.pathname ?? target
      relations.push({ type, target: decodePath(path.replace(/^\/+/, '')) })
    },
  })
  return relations
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * `hidden` contains the IDs of the styles with hidden text. `paragraphs` says whether paragraphs without a style are
 * hidden.
 */
type Styles = { hidden: ReadonlySet<string>; paragraphs: boolean }
const NO_STYLES: Styles = { hidden: new Set(), paragraphs: false }

type Style = { basedOn: string | undefined; isHidden: boolean | undefined; isDefault: boolean }

function parseStyles(xml: string): Styles {
  const styles = new Map<string, Style>()
  let current: Style | undefined
  let everywhere = false
  walkXml(xml, {
    open(name, { styleId, type, default: isDefault = '0', val }, path) {
      if (name === 'style') {
        current = { basedOn: undefined, isHidden: undefined, isDefault: type === 'paragraph' && isOn(isDefault) }
        if (styleId !== undefined) styles.set(styleId, current)
      }
      if (name === 'basedOn' && current) current.basedOn = val
      if (name !== 'vanish' || path.at(-1) !== 'rPr') return
      if (path.includes('rPrDefault')) everywhere = isOn(val ?? '1')
      // A setting that a table style has only for part of a table, such as the first row, is treated as if it applied
      // to the whole table.
      else if (current && (path.at(-2) === 'style' || path.at(-2) === 'tblStylePr')) current.isHidden = isOn(val ?? '1')
    },
    close(name) {
      if (name === 'style') current = undefined
    },
  })
  const known = new Map<string, boolean>()
  for (const id of styles.keys()) {
    const chain: string[] = []
    let at: string | undefined = id
    let isHidden: boolean | undefined
    while (at !== undefined && isHidden === undefined && chain.length < MAX_DEPTH) {
      chain.push(at)
      isHidden = known.get(at) ?? styles.get(at)?.isHidden
      at = styles.get(at)?.basedOn
    }
    for (const each of chain) known.set(each, isHidden ?? everywhere)
  }
  const [usual] = [...styles].find(([, { isDefault }]) => isDefault) ?? []
  return {
    hidden: new Set([...known].filter(([, isHidden]) => isHidden).map(([id]) => id)),
    paragraphs: usual === undefined ? everywhere : (known.get(usual) ?? everywhere),
  }
}

/** Elements with deleted or moved text, instructions, or fallbacks for older programs. */
const HIDDEN_ELEMENTS: Readonly<Record<string, HiddenContent | undefined>> = {
  del: 'deleted text',
  moveFrom: 'deleted text',
  delText: 'deleted text',
  delInstrText: undefined,
  instrText: undefined,
  Fallback: undefined,
}

/** Properties that apply to all text within an element. */
type ElementContext = { name: string; style: string | undefined; isHidden: boolean | undefined; isDeleted: boolean }

/** Containers of text boxes in DrawingML and VML. */
const SHAPES = new Set(['inline', 'anchor', 'shape', 'rect', 'roundrect', 'oval', 'group'])
const CONTEXT_ELEMENTS = new Set(['p', 'r', 'tr', 'tc', 'tbl', ...SHAPES])

/** A field around the text. Only the result of a field is shown. Some fields store a value and show nothing. */
type Field = { instruction: string; isShown: boolean }
const STORING_FIELD = /^\s*(?:SET|ASK)\b/i

function extractVisibleText(xml: string, styles: Styles): DocumentText {
  const hidden = new Set<HiddenContent>()
  const text: string[] = []
  const frames: ElementContext[] = []
  const fields: Field[] = []
  const hiddenElements: string[] = []
  const frameOf = (name: string) => frames.findLast((frame) => frame.name === name)
  const isStyled = (frame: ElementContext | undefined) => frame?.style !== undefined && styles.hidden.has(frame.style)

  const isShown = () => {
    const [run, paragraph] = [frameOf('r'), frameOf('p')]
    const isHiddenParagraph = paragraph?.style === undefined ? styles.paragraphs : isStyled(paragraph)
    const isHidden =
      run?.isHidden ??
      (isStyled(run) || isHiddenParagraph || frames.some((frame) => frame.name === 'tbl' && isStyled(frame)))
    const reason = hiddenElements.map((name) => HIDDEN_ELEMENTS[name]).find((each) => each !== undefined)
    if (reason !== undefined || frames.some(({ isDeleted }) => isDeleted)) hidden.add('deleted text')
    else if (isHidden || frames.some((frame) => frame.isHidden && frame.name !== 'p' && frame !== run))
      hidden.add('hidden text')
    else return hiddenElements.length === 0 && fields.every((field) => field.isShown)
    return false
  }

  walkXml(xml, {
    open(name, attributes, path) {
      const [parent, grandparent] = [path.at(-1), path.at(-2)]
      const frame = frames.at(-1)
      if (CONTEXT_ELEMENTS.has(name)) {
        const isHidden = SHAPES.has(name) && /visibility:\s*hidden/i.test(attributes['style'] ?? '') ? true : undefined
        frames.push({ name, style: undefined, isHidden, isDeleted: false })
      }
      if (name === 'docPr' && frame && isOn(attributes['hidden'] ?? '0')) frame.isHidden = true
      if (Object.hasOwn(HIDDEN_ELEMENTS, name)) {
        if (name === 'del' && parent === 'trPr' && frame) frame.isDeleted = true
        hiddenElements.push(name)
      }
      const value = attributes['val']
      if (name === 'vanish' && parent === 'rPr' && grandparent === 'r' && frame) frame.isHidden = isOn(value ?? '1')
      if (name === 'hidden' && parent === 'trPr' && frame) frame.isHidden = isOn(value ?? '1')
      if (name === 'cellDel' && parent === 'tcPr' && frame) frame.isDeleted = true
      const isStyle =
        (name === 'rStyle' && parent === 'rPr' && grandparent === 'r') ||
        (name === 'pStyle' && parent === 'pPr' && grandparent === 'p') ||
        (name === 'tblStyle' && parent === 'tblPr' && grandparent === 'tbl')
      if (isStyle && frame) frame.style = value
      if (name === 'fldChar') {
        const kind = attributes['fldCharType']
        if (kind === 'begin' && fields.length < MAX_DEPTH) fields.push({ instruction: '', isShown: false })
        const field = fields.at(-1)
        if (kind === 'separate' && field) field.isShown = !STORING_FIELD.test(field.instruction)
        if (kind === 'end') fields.pop()
      }
      if (name === 'commentReference') hidden.add('comments')
      if ((name === 'tab' && parent === 'r') || name === 'br' || name === 'cr') text.push(' ')
      if (name === 'noBreakHyphen' && isShown()) text.push('-')
    },
    close(name) {
      if (hiddenElements.at(-1) === name) hiddenElements.pop()
      if (frames.at(-1)?.name === name) frames.pop()
      if (name === 'p' || name === 'tc') text.push(' ')
    },
    text(data, path) {
      const name = path.at(-1)
      const field = fields.at(-1)
      if (name === 'instrText' && field && field.instruction.length < 20) field.instruction += data
      if ((name === 't' || name === 'delText') && data.trim() !== '' ? isShown() : name === 't') text.push(data)
    },
  })
  return { text: text.join(''), hidden: [...hidden] }
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
