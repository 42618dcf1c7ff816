/**
 * `document` is for descriptions and other texts of the academy. `typed` is for posts and lecture descriptions, and
 * keeps line breaks. `chapters` is for a long text, which is divided at its headings.
 */
export type MarkdownStyle = 'document' | 'typed' | 'chapters'

export type MarkdownText = { text: string; style: MarkdownStyle }

export const toDocumentMarkdown = (text: string): MarkdownText => ({ text, style: 'document' })
export const toTypedMarkdown = (text: string): MarkdownText => ({ text, style: 'typed' })

export type MarkdownWarning = { line: number; message: string }

export type Chapter = { id: string; heading: string; html: string }

export type RenderedMarkdown = {
  html: string
  /** The text without markup. */
  text: string
  /** What readers won't see as the author intended. */
  warnings: MarkdownWarning[]
  /**
   * The content below each heading, in the style `chapters`. In this style, `html` is the content before the first
   * heading.
   */
  chapters: Chapter[]
}
