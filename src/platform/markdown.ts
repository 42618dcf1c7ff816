import { Marked, type MarkedExtension, Parser, type Token } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { shortenText } from '#shared/cut-text.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import type { MarkdownStyle, MarkdownText, MarkdownWarning, RenderedMarkdown } from '#shared/markdown.ts'

// Malicious Markdown can keep a parser busy for seconds or overflow its stack. So parse it only in the sandbox, never
// in the server process.

const SCHEMES = ['http', 'https', 'mailto', 'tel']

/** Matches the academy's public pictures. The Content Security Policy blocks all others. */
const OWN_IMAGE = /^\/images\/(?!.*\.\.)[\w./-]+$/

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: 'p br hr h3 h4 ul ol li strong em del code pre blockquote a img table thead tbody tr th td'.split(' '),
  allowedAttributes: { a: ['href', 'rel', 'class'], ol: ['start'], img: ['src', 'alt', 'loading'] },
  allowedSchemes: SCHEMES,
  allowProtocolRelative: false,
  transformTags: {
    // The page that shows a description uses the first two heading levels itself.
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href }) => ({
      tagName,
      attribs: {
        ...(href !== undefined && { href }),
        rel: 'nofollow ugc noopener',
        // Keeps a telephone number on one line.
        ...(href?.startsWith('tel:') && { class: 'whitespace-nowrap' }),
      },
    }),
  },
}

const BREAK = /^<br\s*\/?>$/i
/** Matches HTML that readers don't see: comments, scripts, and styles. */
const HIDDEN_HTML = /^<(?:!--|\/?(?:script|style)\b)/i

/** Raw HTML is shown as typed, because its author may not mean "<patient>" as a tag. */
function extension(style: MarkdownStyle): MarkedExtension {
  const html = (tag: string) => {
    if (BREAK.test(tag)) return '<br>'
    return HIDDEN_HTML.test(tag) && style !== 'typed' ? '' : escapeHtml(tag).replaceAll('\n', '<br>\n')
  }
  return {
    gfm: true,
    breaks: style === 'typed',
    tokenizer: {
      // In "~5~10 minutes", a single tilde means "about".
      del: (source) => (/^~~(?!~)/.test(source) ? false : undefined),
      // In "2*3*4 cm", an asterisk between digits is not emphasis.
      emStrong: (source, _masked, before = '') => (/\d$/.test(before) && /^\*+\d/.test(source) ? undefined : false),
    },
    renderer: {
      html: ({ text, block }) => {
        const shown = html(text.trim())
        return block && shown !== '' ? `<p>${shown}</p>\n` : shown
      },
      image({ href, text }) {
        const words = escapeHtml(text || href)
        if (OWN_IMAGE.test(href)) return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}" loading="lazy">`
        return isLinkable(href) ? `<a href="${escapeHtml(href)}">${words}</a>` : words
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        return isLinkable(href) ? `<a href="${escapeHtml(href)}">${words}</a>` : words
      },
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    },
  }
}

const renderers = new Map(
  (['document', 'typed', 'chapters'] as const).map((style) => [style, new Marked(extension(style))] as const),
)

function getRenderer(style: MarkdownStyle): Marked {
  const renderer = renderers.get(style)
  if (!renderer) throw new Error(`There is no style ${style}.`)
  return renderer
}

/** The maximum nesting of lists and quotes. Browsers fail at several hundred levels. */
const MAX_DEPTH = 20
const MAX_HTML_LENGTH = 2_000_000

const TOO_DEEP = 'has too many nested lists or quotes. Please simplify it'
const TOO_LONG = 'is too long: with its formatting, it has more than two million characters. Please shorten it'

/** Renders user-written Markdown as HTML that is safe to insert into a page, or explains why the text is rejected. */
export function renderMarkdown({ text, style }: MarkdownText): RenderedMarkdown | { wrong: string } {
  try {
    const tokens = getRenderer(style).lexer(text)
    const { intro, chapters } = style === 'chapters' ? splitChapters(tokens) : { intro: text, chapters: [] }
    const parts = [intro, ...chapters.map(({ markdown }) => markdown)].map((part) => toHtml(part, style))
    const size = parts.reduce((sum, part) => sum + part.length, 0)
    if (size > MAX_HTML_LENGTH) return { wrong: TOO_LONG }
    if (parts.some((part) => measureDepth(part) > MAX_DEPTH)) return { wrong: TOO_DEEP }
    return {
      html: parts[0] ?? '',
      text: extractText(parts.join('\n')),
      warnings: findWarnings(tokens, text, { line: 1, style }),
      chapters: chapters.map(({ id, heading }, index) => ({ id, heading, html: parts[index + 1] ?? '' })),
    }
  } catch (error) {
    // The parser calls itself for nested lists, so it may overflow the stack.
    if (error instanceof RangeError) return { wrong: TOO_DEEP }
    throw error
  }
}

function toHtml(markdown: string, style: MarkdownStyle): string {
  return sanitizeHtml(getRenderer(style).parse(markdown, { async: false }), ALLOWED).trim()
}

function measureDepth(html: string): number {
  let [depth, deepest] = [0, 0]
  for (const [tag] of html.matchAll(/<\/?(?:blockquote|ul|ol)\b/g)) {
    depth += tag.startsWith('</') ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

const HTML_ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Returns the text of sanitized HTML, with a line break after each line and block. */
function extractText(html: string): string {
  return html
    .replaceAll('\n', ' ')
    .replaceAll(/<(?:br|\/(?:p|h3|h4|li|pre|blockquote|tr))\b[^>]*>?/g, '\n')
    .replaceAll(/<\/t[hd]>/g, ' ')
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (sign) => HTML_ENTITIES[sign] ?? sign)
    .split('\n')
    .flatMap((line) => line.replaceAll(/\s+/g, ' ').trim() || [])
    .join('\n')
}

type MarkdownChapter = { id: string; heading: string; markdown: string }

/**
 * Splits a long text into chapters at its highest heading level. A single top-level heading at the start is the title,
 * which the page shows itself. Numbers before headings are removed, because the page numbers the chapters. A text
 * without headings becomes one chapter without a name.
 */
function splitChapters(tokens: readonly Token[]): { intro: string; chapters: MarkdownChapter[] } {
  const first = tokens.findIndex(({ type }) => type !== 'space')
  const isTitled = isHeading(tokens[first], 1) && tokens.filter((token) => isHeading(token, 1)).length === 1
  const body = isTitled ? tokens.slice(first + 1) : tokens
  const depths = body.flatMap((token) => (token.type === 'heading' ? [Number(token['depth'])] : []))
  const depth = depths.reduce((min, each) => Math.min(min, each), Infinity)
  let last = { heading: '', markdown: '' }
  const found = [last]
  for (const token of body) {
    if (isHeading(token, depth)) {
      last = { heading: getHeadingText(token).replace(/^\d+[.)]\s+/, ''), markdown: '' }
      found.push(last)
    } else last.markdown += token.raw
  }
  // Link references may be defined anywhere in the text.
  const links = tokens.flatMap((token) => (token.type === 'def' ? [token.raw] : [])).join('\n')
  const [intro = { heading: '', markdown: '' }, ...chapters] = found
  if (chapters.length === 0) return { intro: '', chapters: [{ id: 'text', heading: '', markdown: intro.markdown }] }
  const taken = new Set<string>()
  return {
    intro: `${intro.markdown}\n\n${links}`,
    chapters: chapters.map(({ heading, markdown }, index) => {
      const usual = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, '')
      const id = usual === '' || taken.has(usual) ? `part-${index + 1}` : usual
      taken.add(id)
      return { id, heading, markdown: `${markdown}\n\n${links}` }
    }),
  }
}

function isHeading(token: Token | undefined, depth: number): boolean {
  return token?.type === 'heading' && token['depth'] === depth
}

/** Returns a heading as plain text, without bold or links, and with `&` instead of `&amp;`. */
function getHeadingText(heading: Token): string {
  const parts: Token[] = 'tokens' in heading && Array.isArray(heading.tokens) ? heading.tokens : []
  return extractText(sanitizeHtml(new Parser(getRenderer('chapters').defaults).parseInline(parts), { allowedTags: [] }))
}

/**
 * Finds, by line, what readers won't see as intended: HTML, external pictures, and links to anything other than web or
 * email addresses.
 */
function findWarnings(
  tokens: readonly Token[],
  text: string,
  { line, style }: { line: number; style: MarkdownStyle },
): MarkdownWarning[] {
  let at = 0
  let lineHere = line
  return tokens.flatMap((token) => {
    const found = text.indexOf(token.raw, at)
    const start = found === -1 ? at : found
    lineHere += countBreaks(text, at, start)
    const lineOfToken = lineHere
    at = start + token.raw.length
    lineHere += countBreaks(text, start, at)
    const message = warningFor(token, style)
    if (message !== undefined) return [{ line: lineOfToken, message }]
    return findWarnings(getChildTokens(token), token.raw, { line: lineOfToken, style })
  })
}

function getChildTokens(token: Token): Token[] {
  if (token.type === 'list') return token['items'] as Token[]
  if (token.type === 'table') {
    const rows = [token['header'], ...(token['rows'] as unknown[])] as { tokens: Token[] }[][]
    return rows.flat().flatMap((cell) => cell.tokens)
  }
  return 'tokens' in token ? (token.tokens ?? []) : []
}

function countBreaks(text: string, from: number, to: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) breaks += 1
  return breaks
}

function warningFor(token: Token, style: MarkdownStyle): string | undefined {
  if (token.type === 'html') {
    const tag = token.raw.trim()
    if (BREAK.test(tag)) return undefined
    if (HIDDEN_HTML.test(tag) && style !== 'typed') return 'comments, scripts, and styles are not shown: remove them'
    return `${shorten(tag)} is HTML, which is shown as typed: write it in Markdown`
  }
  if (token.type === 'image' && !OWN_IMAGE.test(String(token['href'])))
    return `the image ${shorten(String(token['href']))} is shown as a link: only images from this academy, at /images/…, are shown`
  if (/^(?:text|link|def)$/.test(token.type) && /\[\^[^\]\s]+\]/.test(token.raw))
    return 'footnotes are shown as typed: put the note in the text'
  if (token.type !== 'link') return undefined
  const href = String(token['href'])
  return isLinkable(href)
    ? undefined
    : `a link leads to ${shorten(href)}: links must begin with https://, mailto:, tel:, or /`
}

const MAX_QUOTED = 100

const shorten = (words: string) => shortenText(words, MAX_QUOTED)

function isLinkable(href: string): boolean {
  const [, scheme] = /^\s*([a-z][a-z\d+.-]*):/i.exec(href) ?? []
  return scheme === undefined ? !/^\s*[/\\]{2}/.test(href) : SCHEMES.includes(scheme.toLowerCase())
}
