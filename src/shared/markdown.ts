/**
 * `document`: descriptions and other texts of the academy. `typed`: posts and lecture descriptions, where line breaks
 * are kept. `chapters`: a long text, divided by its headings.
 */
export type MarkdownStyle = 'document' | 'typed' | 'chapters'

export type MarkdownText = { text: string; style: MarkdownStyle }

export const toDocumentMarkdown = (text: string): MarkdownText => ({ text, style: 'document' })
export const toTypedMarkdown = (text: string): MarkdownText => ({ text, style: 'typed' })

export type MarkdownWarning = { line: number; message: string }

export type Chapter = { id: string; heading: string; html: string }

export type RenderedMarkdown = {
  html: string
  /** The same words without markup. */
  text: string
  /** What readers will not see as the author intended. */
  warnings: MarkdownWarning[]
  /** For style `chapters`: the content below each heading; `html` is the content before the first heading. */
  chapters: Chapter[]
}
