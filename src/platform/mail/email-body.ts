import { BREAKS, SANS, SERIF } from './email-styles.ts'

const TEXT = `${SANS};${BREAKS};font-size:17px;line-height:28px;color:#14213d`
const HEADING = `${SERIF};${BREAKS};line-height:28px;color:#14213d;margin:28px 0 12px`
const LINE = 'border:1px solid #d9e0ea;padding:6px 10px;text-align:left;vertical-align:top'
const CODE = 'font-family:Consolas,Menlo,monospace;font-size:15px'

/** The styles of the elements that rendered Markdown can contain. Email clients support no style sheets. */
const STYLES: Readonly<Record<string, { class?: string; style: string }>> = {
  p: { class: 'ink', style: `${TEXT};margin:0 0 20px` },
  h3: { class: 'ink', style: `${HEADING};font-size:21px` },
  h4: { class: 'ink', style: `${HEADING};font-size:18px` },
  ul: { class: 'ink', style: `${TEXT};margin:0 0 20px;padding-left:24px` },
  ol: { class: 'ink', style: `${TEXT};margin:0 0 20px;padding-left:24px` },
  li: { style: 'margin:0 0 6px' },
  a: { class: 'link', style: 'color:#12467f' },
  blockquote: { class: 'rule', style: 'border-left:3px solid #d9e0ea;margin:0 0 20px;padding:0 0 0 16px' },
  hr: { class: 'rule', style: 'border:0;border-top:1px solid #d9e0ea;margin:24px 0' },
  img: { style: 'display:block;max-width:100%;height:auto;border:0' },
  pre: { class: 'ink', style: `${CODE};color:#14213d;margin:0 0 20px;white-space:pre-wrap` },
  code: { style: CODE },
  table: { class: 'ink', style: `${TEXT};border-collapse:collapse;margin:0 0 20px` },
  td: { class: 'rule', style: LINE },
  th: { class: 'rule', style: LINE },
}

/** Adds styles to HTML that was rendered from Markdown. */
export function renderBodyHtml(html: string): string {
  return html.replaceAll(/<([a-z]\w*)((?:\s[^<>]*)?)>/g, (whole, tag: string, rest: string) => {
    const known = Object.hasOwn(STYLES, tag) ? STYLES[tag] : undefined
    if (!known) return whole
    const attributes = rest.replaceAll(/ (?:class|rel|loading)="[^"]*"/g, '').replace(/ ?\/$/, '')
    return `<${tag}${known.class === undefined ? '' : ` class="${known.class}"`} style="${known.style}"${attributes}>`
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const unescape = (text: string) => text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)

// Without the first part, these would take time that grows with the square of the number of spaces.
const LINE_BREAK = /(?<!\s)\s*\n\s*/g
const SPACE_BEFORE_BREAK = /(?<![ \t])[ \t]+\n/g

/** Returns the same text without markup, with dashes or numbers before list items and the URL after each link. */
export function renderBodyText(html: string): string {
  const lists: number[] = []
  const text = html
    .replaceAll(/<pre>([^]*?)<\/pre>/g, (_, code: string) => code.replaceAll('\n', '<br>'))
    .replaceAll(LINE_BREAK, ' ')
    .replaceAll(/<a href="([^"]*)"[^>]*>([^]*?)<\/a>/g, (_, href: string, words: string) =>
      words === href || `mailto:${words}` === href ? words : `${words} (${href})`,
    )
    .replaceAll(/<img src="[^"]*" alt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<(\/?)(ul|ol|li)[^>]*>\s*/g, (whole, end: string, tag: string) => {
      if (tag !== 'li') {
        if (end) lists.pop()
        else lists.push(tag === 'ul' ? Number.NaN : Number(/start="(\d+)"/.exec(whole)?.[1] ?? 1) - 1)
        if (end) return lists.length === 0 ? '\n\n' : ''
        return lists.length === 1 ? '\n' : ''
      }
      if (end) return ''
      const number = (lists.pop() ?? Number.NaN) + 1
      lists.push(number)
      return `\n${'  '.repeat(Math.max(0, lists.length - 1))}${Number.isNaN(number) ? '-' : `${number}.`} `
    })
    .replaceAll(/<(?:br|\/tr)\b[^>]*>\s*/g, '\n')
    .replaceAll(/<\/t[hd]>\s*/g, ' ')
    .replaceAll(/<\/?(?:p|h3|h4|blockquote|table|hr)\b[^>]*>\s*/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(SPACE_BEFORE_BREAK, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
  return unescape(text).trim()
}
