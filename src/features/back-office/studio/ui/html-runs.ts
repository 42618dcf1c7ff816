import type { MarkdownNode } from './literal-stars.ts'

export type Marks = { isStrong: boolean; isEmphasis: boolean; isDeleted: boolean; href: string | undefined }

/** Text with the same marks. */
export type Run = Marks & { text: string }

export const NO_MARKS: Marks = { isStrong: false, isEmphasis: false, isDeleted: false, href: undefined }

/** Paragraphs of text, which two line breaks separate. */
export function toParagraphs(runs: readonly Run[]): MarkdownNode[] {
  const paragraphs: Run[][] = [[]]
  let breaks = 0
  for (const run of runs.map(collapse)) {
    if (run.text === '\n') breaks += 1
    else if (run.text.trim() !== '') {
      if (breaks > 1) paragraphs.push([])
      breaks = 0
    }
    paragraphs.at(-1)?.push(run)
  }
  return paragraphs.flatMap((paragraph) => {
    const children = nestRuns(paragraph)
    return children.length > 0 ? [{ type: 'paragraph', children }] : []
  })
}

function collapse(run: Run): Run {
  return run.text === '\n' ? run : { ...run, text: run.text.replaceAll(/[\s\u00A0]+/g, ' ') }
}

const KEYS = ['href', 'isDeleted', 'isStrong', 'isEmphasis'] as const

/** Text with nested marks, without space at its ends. */
export function nestRuns(runs: readonly Run[]): MarkdownNode[] {
  return nest(trimEnds(runs).inner, 0)
}

function nest(runs: readonly Run[], depth: number): MarkdownNode[] {
  const key = KEYS[depth]
  if (key === undefined) return toTexts(runs)
  return groupBy(runs, key).flatMap((group) => {
    const value = group[0]?.[key]
    if (value === undefined || value === false) return nest(group, depth + 1)
    // Markdown doesn't recognize marks with space inside them at their ends.
    const { before, inner, after } = trimEnds(group)
    const children = nest(inner, depth + 1)
    const marked = children.length > 0 ? [toMarked(key, value, children)] : []
    return [...toTexts(before), ...marked, ...toTexts(after)]
  })
}

function toMarked(key: (typeof KEYS)[number], value: string | true, children: MarkdownNode[]): MarkdownNode {
  if (key === 'href') return { type: 'link', url: String(value), children }
  return { type: key === 'isDeleted' ? 'delete' : key === 'isStrong' ? 'strong' : 'emphasis', children }
}

/** Space takes the mark of the text before it. */
function groupBy(runs: readonly Run[], key: (typeof KEYS)[number]): Run[][] {
  const groups: Run[][] = []
  for (const run of runs) {
    const last = groups.at(-1)
    const isSame = last?.[0]?.[key] === run[key] || run.text.trim() === ''
    if (last && isSame) last.push(run)
    else groups.push([run])
  }
  return groups
}

/** Cuts space from both ends. */
function trimEnds(runs: readonly Run[]): { before: Run[]; inner: Run[]; after: Run[] } {
  const first = runs.findIndex(({ text }) => text.trim() !== '')
  if (first === -1) return { before: [...runs], inner: [], after: [] }
  const last = runs.findLastIndex(({ text }) => text.trim() !== '')
  const inner = runs.slice(first, last + 1).map((run) => ({ ...run }))
  const [start, end] = [inner[0], inner.at(-1)]
  const before = runs.slice(0, first)
  const after = runs.slice(last + 1)
  if (start && /^\s/.test(start.text)) {
    before.push({ ...start, text: ' ' })
    start.text = start.text.trimStart()
  }
  if (end && /\s$/.test(end.text)) {
    after.unshift({ ...end, text: ' ' })
    end.text = end.text.trimEnd()
  }
  return { before, inner, after }
}

function toTexts(runs: readonly Run[]): MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  for (const { text } of runs) {
    const last = nodes.at(-1)
    if (text === '\n') nodes.push({ type: 'break' })
    else if (last?.type === 'text') last.value = `${last.value}${text}`
    else nodes.push({ type: 'text', value: text })
  }
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'text') continue
    let value = (node.value ?? '').replaceAll(/ {2,}/g, ' ')
    if (nodes[index - 1]?.type === 'break') value = value.trimStart()
    if (nodes[index + 1]?.type === 'break') value = value.trimEnd()
    node.value = value
  }
  return nodes.filter(({ type, value }) => type !== 'text' || value !== '')
}
