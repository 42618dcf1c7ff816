import { Marked, marked, Parser, type Token } from 'marked'
import type sanitizeHtml from 'sanitize-html'
import { escaped } from './escaped.ts'
import { library, whenNeeded } from './when-needed.ts'

const sanitizer = whenNeeded<typeof sanitizeHtml>(() => library('sanitize-html'))

const TAGS = ['p', 'br', 'hr', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'pre', 'blockquote', 'a']
const SCHEMES = ['http', 'https', 'mailto', 'tel']

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href', 'rel', 'class'], ol: ['start'] },
  allowedSchemes: SCHEMES,
  allowProtocolRelative: false,
  transformTags: {
    // The page around a description has the first two levels of headings itself.
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href }) => ({
      tagName,
      attribs: {
        ...(href !== undefined && { href }),
        rel: 'nofollow ugc noopener',
        // A telephone number stays on one line.
        ...(href?.startsWith('tel:') && { class: 'whitespace-nowrap' }),
      },
    }),
  },
}

// Calls ask for the same descriptions again and again, and one costs more than all else in its call.
const MOST_KEPT_LETTERS = 4_000_000
const kept = new Map<string, string>()
let keptLetters = 0

/** Text by people, as HTML that can be put into a page: whatever is not on the list above is left out. */
export function markdownToHtml(markdown: string): string {
  const known = kept.get(markdown)
  if (known !== undefined) return known
  const html = sanitizer()(marked.parse(markdown, { async: false, gfm: true }), ALLOWED).trim()
  const letters = markdown.length + html.length
  if (letters > MOST_KEPT_LETTERS) return html
  keptLetters += letters
  if (keptLetters > MOST_KEPT_LETTERS) {
    kept.clear()
    keptLetters = letters
  }
  kept.set(markdown, html)
  return html
}

/** Nothing that somebody typed is left out: what would be a tag, a picture or a table is shown as it was typed. */
const typed = new Marked({
  gfm: true,
  // A line ends where its author ended it.
  breaks: true,
  renderer: {
    html: ({ text, block }) => (block ? `<p>${escaped(text.trim())}</p>` : escaped(text)),
    image: ({ raw }) => escaped(raw),
    table: ({ raw }) => `<pre>${escaped(raw.trimEnd())}</pre>`,
  },
})

/** As `markdownToHtml`, for what is typed by many and by hand: "<patient>" is no tag to who writes it. Nothing of it is kept. */
export function typedToHtml(markdown: string): string {
  return sanitizer()(typed.parse(markdown, { async: false }), ALLOWED).trim()
}

/** A chapter of a long text: what stands below one of its headings. */
export type Chapter = { id: string; heading: string; markdown: string }

/**
 * A long text in chapters, as its highest headings divide it. A single heading of the first level at its top is its title, which the page has
 * itself; numbers before headings are left out, since the page counts them. A text without headings is one chapter without a name.
 */
export function chaptersOf(markdown: string): { intro: string; chapters: Chapter[] } {
  const tokens = marked.lexer(markdown, { gfm: true })
  const first = tokens.findIndex(({ type }) => type !== 'space')
  const isTitled = isHeading(tokens[first], 1) && tokens.filter((token) => isHeading(token, 1)).length === 1
  const body = isTitled ? tokens.slice(first + 1) : tokens
  const depth = Math.min(...body.flatMap((token) => (token.type === 'heading' ? [Number(token['depth'])] : [])))
  let last = { heading: '', markdown: '' }
  const found = [last]
  for (const token of body) {
    if (isHeading(token, depth)) {
      last = { heading: wordsOf(token).replace(/^\d+[.)]\s+/, ''), markdown: '' }
      found.push(last)
    } else last.markdown += token.raw
  }
  // Links may be defined anywhere.
  const links = tokens.flatMap((token) => (token.type === 'def' ? [token.raw] : [])).join('\n')
  const [intro = { heading: '', markdown: '' }, ...chapters] = found
  if (chapters.length === 0) return { intro: '', chapters: [{ id: 'text', heading: '', markdown: intro.markdown }] }
  const taken = new Set<string>()
  return {
    intro: `${intro.markdown}\n\n${links}`,
    chapters: chapters.map(({ heading, markdown: text }, index) => {
      const usual = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, '')
      const id = usual === '' || taken.has(usual) ? `part-${index + 1}` : usual
      taken.add(id)
      return { id, heading, markdown: `${text}\n\n${links}` }
    }),
  }
}

function isHeading(token: Token | undefined, depth: number): boolean {
  return token?.type === 'heading' && token['depth'] === depth
}

const SIGNS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The words of a heading as they are read, `&` for `&amp;`, without what makes them bold or a link. */
function wordsOf(heading: Token): string {
  const parts: Token[] = 'tokens' in heading && Array.isArray(heading.tokens) ? heading.tokens : []
  const text = sanitizer()(Parser.parseInline(parts), { allowedTags: [] })
  return text.replaceAll(/&(?:lt|gt|quot|amp);/g, (sign) => SIGNS[sign] ?? sign)
}

/** What of a text a page would not show, by line: HTML, pictures, tables, links to places that are no web or mail address. */
export function unshownParts(markdown: string): { line: number; message: string }[] {
  return unshownIn(marked.lexer(markdown, { gfm: true }), markdown, 1)
}

function unshownIn(tokens: readonly Token[], text: string, firstLine: number): { line: number; message: string }[] {
  let at = 0
  return tokens.flatMap((token) => {
    const found = text.indexOf(token.raw, at)
    const start = found === -1 ? at : found
    at = start + token.raw.length
    const line = firstLine + text.slice(0, start).split('\n').length - 1
    const message = unshown(token)
    if (message !== undefined) return [{ line, message }]
    const inside: Token[] = [
      ...(token.type === 'list' ? (token['items'] as Token[]) : []),
      ...('tokens' in token ? (token.tokens ?? []) : []),
    ]
    return unshownIn(inside, token.raw, line)
  })
}

function unshown(token: Token): string | undefined {
  if (token.type === 'html') {
    const tags = [...token.raw.matchAll(/<\/?([a-z][\w-]*)([^>]*)>/gi)]
    const refused = tags.find(([, name = '', rest = '']) => !TAGS.includes(name.toLowerCase()) || /\w/.test(rest))
    return refused && `${refused[0]} is HTML that no page shows: write it in Markdown`
  }
  if (token.type === 'image') return 'pictures are not shown here: take this one out'
  if (token.type === 'table') return 'tables are not shown here: write a list'
  if (token.type !== 'link') return undefined
  const href = String(token['href'])
  const [, scheme] = /^\s*([a-z][a-z\d+.-]*):/i.exec(href) ?? []
  const isKnown = scheme === undefined ? !href.startsWith('//') : SCHEMES.includes(scheme.toLowerCase())
  return isKnown ? undefined : `a link leads to ${href}: links begin with https://, mailto:, tel: or /`
}
