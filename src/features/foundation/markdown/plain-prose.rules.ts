import type { MarkdownStyle, RenderedMarkdown } from '#shared/markdown.ts'

/** Paragraphs of words without a sign that means anything in Markdown: each line begins with a letter or a quote. */
const PLAIN_LINE = /^[\p{L}“‘("'](?:[\p{L}\p{N} .,;:'’‘“”"()?!%–—…/$§-]*[\p{L}\p{N}.,;:'’‘“”"()?!%–—…/$§-])?$/u
/** Addresses become links, and what looks like a space may be two. */
const MARKUP = /:\/\/|www\.| {2}/i

/** Most texts are plain, and need no parser: the same result as of `renderMarkdown`, in time that grows with their length. Undefined for all others. */
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

/** A text as it was typed, Markdown and all: what is shown of one that was not or can't be rendered. */
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
