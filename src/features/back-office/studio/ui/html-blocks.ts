import { toRaisedDigits } from '#shared/raised-digits.ts'
import { type Marks, NO_MARKS, nestRuns, type Run, toParagraphs } from './html-runs.ts'
import type { MarkdownNode } from './literal-stars.ts'

/** An item of a list. Lists are nested later, because Word writes them as paragraphs with a level. */
type Item = { type: 'item'; level: number; isOrdered: boolean; start: number; blocks: MarkdownNode[] }
type Block = MarkdownNode | Item

export type HtmlContent = { blocks: MarkdownNode[]; hasPictures: boolean }

/** More than any description has. Each costs time when the result is shown. */
const MAX_NODES = 20_000
/** Deeper elements are read as text. */
const MAX_DEPTH = 150
const MAX_COLUMNS = 20
/** Word has nine levels. Lists are nested by recursion. */
const toLevel = (given: string | null) => Math.min(Number(given) || 0, 9)

const BLOCKS =
  'address,article,aside,blockquote,dd,div,dl,dt,fieldset,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,p,pre,section,table,ul'
const BLOCK_NAMES = new Set(BLOCKS.split(','))
const SKIPPED = new Set(
  'script,style,title,meta,link,head,template,noscript,select,textarea,button,input,colgroup'.split(','),
)
const PICTURES = new Set('img,picture,svg,video,audio,object,embed,iframe,canvas'.split(','))

/**
 * Reads the blocks of an HTML body as a Markdown tree. The document must be inert, so that nothing in it runs or
 * loads. Undefined if it is too large.
 */
export function readHtmlBlocks(body: HTMLElement): HtmlContent | undefined {
  const reader = { nodes: 0, hasPictures: false }
  const blocks = readBlocks(reader, body, { marks: NO_MARKS, level: 0, depth: 0 })
  if (reader.nodes > MAX_NODES) return undefined
  return { blocks: nestItems(blocks), hasPictures: reader.hasPictures }
}

type Reader = { nodes: number; hasPictures: boolean }
type Context = { marks: Marks; level: number; depth: number }

function readBlocks(reader: Reader, parent: Element, context: Context): Block[] {
  const blocks: Block[] = []
  let runs: Run[] = []
  const flush = () => {
    blocks.push(...toParagraphs(runs))
    runs = []
  }
  for (const child of parent.childNodes) {
    reader.nodes += 1
    if (reader.nodes > MAX_NODES) break
    if (child.nodeType === Node.TEXT_NODE) runs.push({ ...context.marks, text: normalize(child.nodeValue ?? '') })
    else if (isElement(child) && !isSkipped(child)) {
      if (isBlock(child) && context.depth < MAX_DEPTH) {
        flush()
        blocks.push(...readBlock(reader, child, { ...context, depth: context.depth + 1 }))
      } else runs.push(...readRuns(reader, child, context))
    }
  }
  flush()
  return blocks
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}

function isBlock(element: Element): boolean {
  return (
    BLOCK_NAMES.has(element.localName) || (!PICTURES.has(element.localName) && element.querySelector(BLOCKS) !== null)
  )
}

function getStyle(element: Element): string {
  return (element.getAttribute('style') ?? '').toLowerCase().replaceAll(/\s+/g, '')
}

/** Hidden text, and the bullets and numbers that Word writes as text. */
function isSkipped(element: Element): boolean {
  return (
    SKIPPED.has(element.localName) ||
    element.localName.includes(':') ||
    element.hasAttribute('hidden') ||
    /display:none|visibility:hidden|mso-hide:all|mso-list:ignore/.test(getStyle(element))
  )
}

function readBlock(reader: Reader, element: Element, context: Context): Block[] {
  const heading = getHeadingLevel(element)
  if (heading !== undefined) {
    const runs = readRuns(reader, element, context).map((run) => ({ ...run, isStrong: false }))
    const children = nestRuns(runs.map((run) => ({ ...run, text: run.text.replaceAll('\n', ' ') })))
    return children.length > 0 ? [{ type: 'heading', depth: heading, children }] : []
  }
  const wordItem = readWordItem(reader, element, context)
  if (wordItem) return [wordItem]
  switch (element.localName) {
    case 'ul':
    case 'ol':
      return readList(reader, element, context)
    case 'li':
      return readItem(reader, element, { ...context, level: Math.max(1, context.level) })
    case 'blockquote': {
      const children = nestItems(readBlocks(reader, element, context))
      return children.length > 0 ? [{ type: 'blockquote', children }] : []
    }
    case 'pre':
      return [{ type: 'code', value: (element.textContent ?? '').replaceAll('\u00A0', ' ').trimEnd() }]
    case 'hr':
      return [{ type: 'thematicBreak' }]
    case 'table':
      return readTable(reader, element as HTMLTableElement, context)
    default:
      return readBlocks(reader, element, { ...context, marks: addMarks(context.marks, element) })
  }
}

function getHeadingLevel(element: Element): number | undefined {
  const [, level] = /^h([1-6])$/.exec(element.localName) ?? []
  if (level !== undefined) return Number(level)
  if (element.getAttribute('role') === 'heading') return Math.min(6, Number(element.getAttribute('aria-level')) || 2)
  return element.classList.contains('MsoTitle') ? 1 : undefined
}

/** A paragraph that Word shows as an item of a list. */
function readWordItem(reader: Reader, element: Element, context: Context): Item | undefined {
  const [, level] = /mso-list:l\d+level(\d+)/.exec(getStyle(element)) ?? []
  if (level === undefined) return undefined
  const mark = [...element.querySelectorAll('[style]')].find((part) => getStyle(part).includes('mso-list:ignore'))
  const marker = (mark?.textContent ?? '').replaceAll(/\s+/g, '')
  const [, number] = /^\(?(\d{1,4})[.)]/.exec(marker) ?? []
  return {
    type: 'item',
    level: context.level + toLevel(level),
    isOrdered: /^\(?(?:\d{1,4}|[a-z]{1,6})[.)]/i.test(marker),
    start: Number(number ?? 1),
    blocks: toParagraphs(readRuns(reader, element, context)),
  }
}

function readList(reader: Reader, list: Element, context: Context): Block[] {
  const level = context.level + 1
  const isOrdered = list.localName === 'ol'
  const from = Number(list.getAttribute('start')) || 1
  let count = 0
  return [...list.children].flatMap((child) => {
    if (isSkipped(child)) return []
    if (child.localName !== 'li') return readBlock(reader, child, { ...context, level, depth: context.depth + 1 })
    count += 1
    return readItem(reader, child, { ...context, level }, { isOrdered, start: from + count - 1 })
  })
}

/** An item, and the items of lists within it. */
function readItem(
  reader: Reader,
  element: Element,
  context: Context,
  { isOrdered, start } = { isOrdered: false, start: 1 },
): Block[] {
  const inner = readBlocks(reader, element, context)
  const own = inner.flatMap((block) => (isItem(block) ? [] : [block]))
  // Word for the web writes each item as a list of its own, with its level.
  const level = Math.max(context.level, toLevel(element.getAttribute('data-aria-level')))
  return [{ type: 'item', level, isOrdered, start, blocks: own }, ...inner.filter(isItem)]
}

function isItem(block: Block): block is Item {
  return block.type === 'item'
}

/** A table with a header row. Others, such as those that only arrange text, are read as paragraphs. */
function readTable(reader: Reader, table: HTMLTableElement, context: Context): Block[] {
  const rows = [...table.rows].map((row) => [...row.cells])
  const columns = Math.max(0, ...rows.map((cells) => cells.reduce((sum, { colSpan }) => sum + colSpan, 0)))
  if (columns < 2 || columns > MAX_COLUMNS || table.querySelector('table'))
    return rows.flat().flatMap((cell) => readBlocks(reader, cell, context))
  const children = rows.map((cells, place) => {
    const filled = cells.flatMap((cell) => [
      readCell(reader, cell, context, place === 0),
      ...Array.from({ length: Math.min(MAX_COLUMNS, cell.colSpan) - 1 }, () => toCell([])),
    ])
    const missing = Array.from({ length: columns - filled.length }, () => toCell([]))
    return { type: 'tableRow', children: [...filled, ...missing] }
  })
  return [{ type: 'table', align: [], children }]
}

function readCell(reader: Reader, cell: Element, context: Context, isHeader: boolean): MarkdownNode {
  const runs = readRuns(reader, cell, context).map((run) => ({ ...run, text: run.text.replaceAll('\n', ' ') }))
  return toCell(nestRuns(isHeader ? runs.map((run) => ({ ...run, isStrong: false })) : runs))
}

const toCell = (children: MarkdownNode[]): MarkdownNode => ({ type: 'tableCell', children })

/** The text of an element with its marks. A line break is `\n`; other white space is a space. */
function readRuns(reader: Reader, element: Element, context: Context): Run[] {
  const name = element.localName
  if (name === 'br') return [{ ...context.marks, text: '\n' }]
  if (PICTURES.has(name)) {
    reader.hasPictures = true
    return []
  }
  const marks = addMarks(context.marks, element)
  if (context.depth >= MAX_DEPTH) return [{ ...marks, text: normalize(element.textContent ?? '') }]
  const runs = [...element.childNodes].flatMap((child): Run[] => {
    reader.nodes += 1
    if (reader.nodes > MAX_NODES) return []
    if (child.nodeType === Node.TEXT_NODE) return [{ ...marks, text: normalize(child.nodeValue ?? '') }]
    if (!isElement(child) || isSkipped(child)) return []
    const inner = readRuns(reader, child, { ...context, marks, depth: context.depth + 1 })
    const space = { ...NO_MARKS, text: ' ' }
    return BLOCK_NAMES.has(child.localName) ? [space, ...inner, space] : inner
  })
  if (name !== 'sup' && name !== 'sub') return runs
  return runs.map((run) => ({ ...run, text: toRaisedDigits(run.text, name) }))
}

function normalize(text: string): string {
  return text.replaceAll(/[\u200B\uFEFF\u00AD]/g, '').replaceAll(/[\s\u00A0]+/g, ' ')
}

function addMarks(marks: Marks, element: Element): Marks {
  const name = element.localName
  const style = getStyle(element)
  const [, weight] = /font-weight:(\w+)/.exec(style) ?? []
  const [, slant] = /font-style:(\w+)/.exec(style) ?? []
  const isBold = weight === undefined ? undefined : /^(?:bold|bolder|[6-9]00)$/.test(weight)
  const isSlanted = slant === undefined ? undefined : /^(?:italic|oblique)$/.test(slant)
  return {
    isStrong: isBold ?? (marks.isStrong || name === 'b' || name === 'strong'),
    isEmphasis: isSlanted ?? (marks.isEmphasis || name === 'i' || name === 'em'),
    isDeleted:
      marks.isDeleted || /^(?:s|del|strike)$/.test(name) || /text-decoration[\w-]*:[^;]*line-through/.test(style),
    href: (name === 'a' ? getLink(element) : undefined) ?? marks.href,
  }
}

/** Only addresses that pages may link to. */
function getLink(element: Element): string | undefined {
  const href = (element.getAttribute('href') ?? '').trim()
  if (!/^(?:https?:\/\/|mailto:|tel:)[^\s<>]+$/i.test(href)) return undefined
  // Google Docs and Gmail lead through their own page.
  const [, target] = /^https:\/\/www\.google\.com\/url\?(?:.*&)?q=([^&]+)/.exec(href) ?? []
  return target === undefined ? href : decodeTarget(target, href)
}

function decodeTarget(target: string, otherwise: string): string {
  try {
    const address = decodeURIComponent(target)
    return /^https?:\/\/[^\s<>]+$/.test(address) ? address : otherwise
  } catch {
    return otherwise
  }
}

/** Makes nested lists of consecutive items. */
function nestItems(blocks: readonly Block[]): MarkdownNode[] {
  const nested: MarkdownNode[] = []
  let items: Item[] = []
  const flush = () => {
    nested.push(...toLists(items))
    items = []
  }
  for (const block of blocks) {
    if (isItem(block)) items.push(block)
    else {
      flush()
      nested.push(block)
    }
  }
  flush()
  return nested
}

function toLists(items: readonly Item[]): MarkdownNode[] {
  const lists: (MarkdownNode & { children: MarkdownNode[] })[] = []
  const base = items[0]?.level ?? 0
  for (let at = 0; at < items.length;) {
    const item = items[at]
    if (!item) break
    const end = items.findIndex(({ level }, index) => index > at && level <= base)
    const below = items.slice(at + 1, end === -1 ? undefined : end)
    const children = [...item.blocks, ...toLists(below)]
    const last = lists.at(-1)
    const list =
      last?.ordered === item.isOrdered
        ? last
        : {
            type: 'list',
            ordered: item.isOrdered,
            start: item.isOrdered ? item.start : null,
            spread: false,
            children: [],
          }
    if (list !== last) lists.push(list)
    list.children.push({ type: 'listItem', spread: false, children })
    at += 1 + below.length
  }
  return lists
}
