/**
 * `document`: descriptions and other texts of the academy. `typed`: posts and descriptions of lectures, where a line ends where its author ended it. `chapters`: a long
 * text that is divided by its headings.
 */
export type MarkdownStyle = 'document' | 'typed' | 'chapters'

export type MarkdownText = { text: string; style: MarkdownStyle }

export const toDocumentMarkdown = (text: string): MarkdownText => ({ text, style: 'document' })
export const toTypedMarkdown = (text: string): MarkdownText => ({ text, style: 'typed' })

export type MarkdownWarning = { line: number; message: string }

export type Chapter = { id: string; heading: string; html: string }

export type RenderedMarkdown = {
  html: string
  /** The same words without any markup. */
  text: string
  /** What readers will not see as its author meant it. */
  warnings: MarkdownWarning[]
  /** Of the style `chapters`: what stands below each heading; `html` is what stands above the first. */
  chapters: Chapter[]
}
