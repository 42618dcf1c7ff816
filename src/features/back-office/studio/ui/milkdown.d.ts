// The parts of Milkdown that we use. Its own types import files without extensions, which the compiler can't resolve.

declare module '@milkdown/kit/ctx' {
  export type Slice<Value> = { readonly name: string; readonly value?: Value }
  export type Ctx = {
    get<Value>(slice: Slice<Value>): Value
    set<Value>(slice: Slice<Value>, value: Value): void
    update<Value>(slice: Slice<Value>, change: (value: Value) => Value): void
  }
}

declare module '@milkdown/kit/core' {
  import type { Ctx, Slice } from '@milkdown/kit/ctx'

  type Content = { readonly childCount: number; readonly content: readonly ContentNode[] }
  type ContentNode = {
    readonly type: { readonly name: string }
    readonly content: Content
    slice(from: number): unknown
  }
  type Change = { replaceSelection(slice: unknown): Change; scrollIntoView(): Change }
  type View = { readonly state: { readonly tr: Change }; dispatch(change: Change): void; focus(): void }
  type ViewOptions = {
    attributes?: Readonly<Record<string, string>>
    handleDOMEvents?: Readonly<{
      paste?: (view: View, event: ClipboardEvent) => boolean
      drop?: (view: View, event: DragEvent) => boolean
    }>
  }
  type Command = { key: Slice<unknown> }

  export const rootCtx: Slice<HTMLElement>
  export const defaultValueCtx: Slice<string>
  export const remarkStringifyOptionsCtx: Slice<Readonly<Record<string, unknown>>>
  export const editorViewOptionsCtx: Slice<ViewOptions>
  export const editorViewCtx: Slice<View>
  export const parserCtx: Slice<(markdown: string) => ContentNode>
  export const commandsCtx: Slice<{ call(command: Command['key'], payload?: unknown): boolean }>
  export class Editor {
    static make(): Editor
    config(configure: (ctx: Ctx) => void): this
    use(plugin: unknown): this
    create(): Promise<Editor>
    destroy(): Promise<Editor>
    action<Result>(work: (ctx: Ctx) => Result): Result
  }
}

declare module '@milkdown/kit/plugin/history' {
  import type { Slice } from '@milkdown/kit/ctx'
  type Command = { key: Slice<unknown> }
  export const history: unknown
  export const undoCommand: Command
  export const redoCommand: Command
}

declare module '@milkdown/kit/prose/history' {
  export function closeHistory<Change>(change: Change): Change
}

declare module '@milkdown/kit/plugin/listener' {
  import type { Ctx, Slice } from '@milkdown/kit/ctx'
  export const listener: unknown
  export const listenerCtx: Slice<{
    markdownUpdated(listener: (ctx: Ctx, markdown: string, before: string | null) => void): unknown
  }>
}

declare module '@milkdown/kit/preset/gfm' {
  import type { Slice } from '@milkdown/kit/ctx'
  export const gfm: readonly unknown[]
  export const remarkGFMPlugin: {
    readonly options: { readonly key: Slice<{ singleTilde?: boolean } | null | undefined> }
  }
  export const strikethroughInputRule: unknown
}

declare module '@milkdown/kit/preset/commonmark' {
  import type { Slice } from '@milkdown/kit/ctx'
  type Command = { key: Slice<unknown> }
  export const commonmark: readonly unknown[]
  export const emphasisStarInputRule: unknown
  export const toggleStrongCommand: Command
  export const toggleEmphasisCommand: Command
  export const toggleLinkCommand: Command
  export const turnIntoTextCommand: Command
  export const wrapInBlockquoteCommand: Command
  export const wrapInBulletListCommand: Command
  export const wrapInHeadingCommand: Command
  export const wrapInOrderedListCommand: Command
}

declare module '@milkdown/kit/utils' {
  import type { Ctx } from '@milkdown/kit/ctx'
  type Node = { type: string; value?: string; children?: Node[] }
  export function $remark(id: string, plugin: () => () => (tree: Node) => void): unknown
  export function getMarkdown(): (ctx: Ctx) => string
  export function replaceAll(markdown: string, isFlushed?: boolean): (ctx: Ctx) => void
}
