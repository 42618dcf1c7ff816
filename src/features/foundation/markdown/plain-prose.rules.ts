import type { MarkdownStyle, RenderedMarkdown } from '#shared/markdown.ts'

/** Matches a line of plain prose, which has no Markdown characters and starts with a letter or a quotation mark. */
const PLAIN_LINE = /^[\p{L}“‘("'](?:[\p{L}\p{N} .,;:'’‘“”"()?!%–—…/$§-]*[\p{L}\p{N}.,;:'’‘“”"()?!%–—…/$§-])?$/u
/** Matches text that only the parser can render: URLs become links, and double spaces may be line breaks. */
const MARKUP = /:\/\/|www\.| {2}/i

/**
 * Renders plain text without a parser, because most texts are plain. Gives the same result as `renderMarkdown`, in
 * linear time. Returns undefined if the text is not plain.
 */
export function renderPlainProse({
  text,
  style,
}: {
  text: string
  style: MarkdownStyle
}): RenderedMarkdown | undefined {
  if (style === 'chapters' || MARKUP.test(text)) return undefined
  const lines = text.trim().split('\n')
  return lines.every((line) => line === '' || PLAIN_LINE.test(line)) ? renderParagraphs(lines, style) : undefined
}

/** Renders a text as typed, with its Markdown characters. Used while a text is not rendered yet, or if it can't be. */
export function renderAsTyped({ text, style }: { text: string; style: MarkdownStyle }): RenderedMarkdown {
  const lines = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .split('\n')
    .map((line) => line.trim())
  const rendered = { ...renderParagraphs(lines, 'typed'), text }
  if (style !== 'chapters') return rendered
  return { ...rendered, html: '', chapters: [{ id: 'text', heading: '', html: rendered.html }] }
}

function renderParagraphs(lines: readonly string[], style: MarkdownStyle): RenderedMarkdown {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line)
  }
  const written = paragraphs.filter((paragraph) => paragraph.length > 0)
  return {
    html: written.map((paragraph) => `<p>${paragraph.join(style === 'typed' ? '<br />' : '\n')}</p>`).join('\n'),
    text: written.map((paragraph) => paragraph.join(style === 'typed' ? '\n' : ' ')).join('\n'),
    warnings: [],
    chapters: [],
  }
}
