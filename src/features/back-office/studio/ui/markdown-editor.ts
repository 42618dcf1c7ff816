import {
  commandsCtx,
  defaultValueCtx,
  Editor,
  editorViewCtx,
  editorViewOptionsCtx,
  parserCtx,
  remarkStringifyOptionsCtx,
  rootCtx,
} from '@milkdown/kit/core'
import type { Ctx } from '@milkdown/kit/ctx'
import { history, redoCommand, undoCommand } from '@milkdown/kit/plugin/history'
import { listener, listenerCtx } from '@milkdown/kit/plugin/listener'
import {
  commonmark,
  emphasisStarInputRule,
  toggleEmphasisCommand,
  toggleLinkCommand,
  toggleStrongCommand,
  turnIntoTextCommand,
  wrapInBlockquoteCommand,
  wrapInBulletListCommand,
  wrapInHeadingCommand,
  wrapInOrderedListCommand,
} from '@milkdown/kit/preset/commonmark'
import { gfm, remarkGFMPlugin, strikethroughInputRule } from '@milkdown/kit/preset/gfm'
import { closeHistory } from '@milkdown/kit/prose/history'
import { $remark, getMarkdown, replaceAll } from '@milkdown/kit/utils'
import { keepStarsInNumbers } from './literal-stars.ts'
import { MARKDOWN_STYLE, readPastedText } from './pasted-text.ts'
import '@milkdown/kit/prose/view/style/prosemirror.css'

export type Tool = 'bold' | 'italic' | 'heading' | 'text' | 'bullets' | 'numbers' | 'quote' | 'undo' | 'redo'

export type MarkdownEditor = {
  use: (tool: Tool) => void
  link: (address: string) => void
  /** Replaces the editor's content, for example after someone else changed it. */
  replace: (markdown: string) => void
  destroy: () => void
}

type EditorOptions = {
  root: HTMLElement
  markdown: string
  label: string
  describedBy: string | undefined
  onChange: (markdown: string) => void
  /** What to tell the author about what was pasted. */
  onPaste: (notice: string | undefined) => void
}

/**
 * A rich text editor for Markdown. Markup that the editor would write differently is kept until the text changes; then
 * the whole text is rewritten.
 */
export async function openMarkdownEditor({
  root,
  markdown,
  label,
  describedBy,
  onChange,
  onPaste,
}: EditorOptions): Promise<MarkdownEditor> {
  let given = markdown
  let unchanged: string | undefined
  const emitChange = (written: string) => onChange(written === unchanged ? given : written.trimEnd())
  const editor = await Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, root)
      ctx.set(defaultValueCtx, markdown)
      ctx.update(remarkStringifyOptionsCtx, (options) => ({ ...options, ...MARKDOWN_STYLE }))
      ctx.set(remarkGFMPlugin.options.key, { singleTilde: false })
      ctx.update(editorViewOptionsCtx, (options) => ({
        ...options,
        attributes: {
          'aria-label': label,
          'aria-multiline': 'true',
          role: 'textbox',
          class: 'prose',
          ...(describedBy && { 'aria-describedby': describedBy }),
        },
        handleDOMEvents: {
          paste: (_view, event) => {
            onPaste(pasteText(ctx, event))
            return true
          },
          drop: (_view, event) => {
            event.preventDefault()
            return true
          },
        },
      }))
      ctx.get(listenerCtx).markdownUpdated((_ctx, written) => emitChange(written))
    })
    .use(commonmark.filter((plugin) => plugin !== emphasisStarInputRule))
    .use($remark('starsInNumbers', () => () => keepStarsInNumbers))
    .use(gfm.filter((plugin) => plugin !== strikethroughInputRule))
    .use(history)
    .use(listener)
    .create()
  unchanged = editor.action(getMarkdown())
  const run = (work: (ctx: Ctx) => unknown) => {
    // Focuses the editor first, because focusing it later would lose the formatting chosen for the next characters.
    editor.action((ctx) => ctx.get(editorViewCtx).focus())
    editor.action(work)
  }
  return {
    use: (tool) => run((ctx) => TOOLS[tool](ctx)),
    link: (address) => run((ctx) => ctx.get(commandsCtx).call(toggleLinkCommand.key, { href: address })),
    replace: (next) => {
      given = next
      editor.action(replaceAll(next, true))
      unchanged = editor.action(getMarkdown())
    },
    destroy: () => {
      // The listener is debounced, so flush it now: closing the editor must not lose anything.
      emitChange(editor.action(getMarkdown()))
      void editor.destroy()
    },
  }
}

const TOOLS: Readonly<Record<Tool, (ctx: Ctx) => unknown>> = {
  bold: (ctx) => ctx.get(commandsCtx).call(toggleStrongCommand.key),
  italic: (ctx) => ctx.get(commandsCtx).call(toggleEmphasisCommand.key),
  heading: (ctx) => ctx.get(commandsCtx).call(wrapInHeadingCommand.key, 2),
  text: (ctx) => ctx.get(commandsCtx).call(turnIntoTextCommand.key),
  bullets: (ctx) => ctx.get(commandsCtx).call(wrapInBulletListCommand.key),
  numbers: (ctx) => ctx.get(commandsCtx).call(wrapInOrderedListCommand.key),
  quote: (ctx) => ctx.get(commandsCtx).call(wrapInBlockquoteCommand.key),
  undo: (ctx) => ctx.get(commandsCtx).call(undoCommand.key),
  redo: (ctx) => ctx.get(commandsCtx).call(redoCommand.key),
}

/** Inserts pasted text, which is first converted to Markdown. Returns what to tell the author about it. */
function pasteText(ctx: Ctx, event: ClipboardEvent): string | undefined {
  event.preventDefault()
  const read = event.clipboardData && readPastedText(event.clipboardData)
  if (!read) return undefined
  if ('wrong' in read) return read.wrong
  if (read.markdown === '') return read.notice
  const view = ctx.get(editorViewCtx)
  const pasted = ctx.get(parserCtx)(read.markdown)
  const [only] = pasted.content.childCount === 1 ? pasted.content.content : []
  // A single paragraph is inserted into the current line.
  const slice = only?.type.name === 'paragraph' ? only.slice(0) : pasted.slice(0)
  // Undo removes the pasted text, but not what was typed just before.
  view.dispatch(closeHistory(view.state.tr.replaceSelection(slice).scrollIntoView()))
  return read.notice
}
