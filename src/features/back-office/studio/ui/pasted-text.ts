import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { readHtmlBlocks } from './html-blocks.ts'
import { parseInertHtml } from './inert-html.ts'
import type { MarkdownNode } from './literal-stars.ts'

/** Longer text takes seconds to show. */
const MAX_LENGTH = 200_000
/** Google Docs embeds pictures, which are left out. */
const MAX_HTML_LENGTH = 30_000_000

export const TOO_LONG = 'This is too much text to paste at once. Paste it in parts.'
const HOW_TO_PASTE_PLAIN = 'To paste text without formatting, press Undo, then Ctrl+Shift+V (⌘⇧V on a Mac).'

/** What to insert, and what to tell the author about it. */
export type PastedText = { markdown: string; notice: string | undefined } | { wrong: string }

/**
 * Reads the clipboard as Markdown. Keeps the headings, bold and italic text, lists, links, and tables of Word, Google
 * Docs, and web pages. Text copied without formatting is taken as it is, because it may be Markdown.
 */
export function readPastedText(clipboard: DataTransfer): PastedText {
  const plain = clipboard.getData('text/plain').replaceAll(/\r\n?/g, '\n')
  // Program editors copy their colors as formatting.
  const html = clipboard.types.includes('vscode-editor-data') ? '' : clipboard.getData('text/html')
  const formatted = html === '' || html.length > MAX_HTML_LENGTH ? undefined : convertHtml(html, plain)
  const markdown = formatted?.markdown ?? plain
  if (markdown.length > MAX_LENGTH) return { wrong: TOO_LONG }
  if (!formatted) return { markdown, notice: undefined }
  const { hasFormatting, hasPictures } = formatted
  const notices = [hasPictures && 'Pictures were left out.', hasFormatting && HOW_TO_PASTE_PLAIN].filter(Boolean)
  return { markdown, notice: notices.length > 0 ? notices.join(' ') : undefined }
}

type Formatted = { markdown: string; hasFormatting: boolean; hasPictures: boolean }

/** Undefined if the plain text is better. */
function convertHtml(html: string, plain: string): Formatted | undefined {
  const { body } = parseInertHtml(html)
  const isOnlyCode = body.children.length === 1 && body.firstElementChild?.localName === 'pre'
  const content = isOnlyCode ? undefined : readHtmlBlocks(body)
  if (!content) return undefined
  const hasFormatting = !content.blocks.every(isPlainParagraph)
  if (!hasFormatting && (content.blocks.length === 0 || looksLikeMarkdown(plain))) return undefined
  return { markdown: writeMarkdown(content.blocks), hasFormatting, hasPictures: content.hasPictures }
}

function isPlainParagraph({ type, children = [] }: MarkdownNode): boolean {
  return type === 'paragraph' && children.every((child) => child.type === 'text')
}

function looksLikeMarkdown(text: string): boolean {
  return /^(?:#{1,6} |[-*+] |\d{1,3}[.)] |> |```)|\*\*\S|\]\(\w/m.test(text)
}

/** "~5~10 minutes": a single tilde means "about" and needs no backslash. */
function unescapeTildes(node: { value: string }, _parent: unknown, state: WritingState, info: unknown): string {
  return state.safe(node.value, info).replaceAll(/(?<!\\~)\\~(?!\\~)/g, '~')
}

type WritingState = { safe(text: string, info: unknown): string }

/** How Markdown is written. */
export const MARKDOWN_STYLE = { bullet: '-', rule: '-', handlers: { text: unescapeTildes } } as const

type ToMarkdown = Parameters<typeof toMarkdown>

function writeMarkdown(children: MarkdownNode[]): string {
  const options = { ...MARKDOWN_STYLE, extensions: [gfmTableToMarkdown(), gfmStrikethroughToMarkdown()] }
  return toMarkdown({ type: 'root', children } as ToMarkdown[0], options as unknown as ToMarkdown[1]).trimEnd()
}
