import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Executor } from '#db/open.ts'
import type { MarkdownStyle, Place, Rendered, renderMarkdown as RenderMarkdown } from '#platform/markdown.ts'
import { ACADEMY, sandboxed, SandboxLimitError } from '#platform/sandbox.ts'
import { AppError } from '#shared/app-error.ts'
import { renderAsTyped, renderPlainProse } from './plain-prose.rules.ts'
import { deleteRenderedExcept, findRendered, insertRendered, listCatalogTexts } from './rendered.queries.ts'

export type MarkdownText = { text: string; style: MarkdownStyle }

export const documentText = (text: string): MarkdownText => ({ text, style: 'document' })
export const typedText = (text: string): MarkdownText => ({ text, style: 'typed' })

/** Another one whenever `renderMarkdown` makes something else of the same text: then all of it is rendered again. */
const RENDERER = 1

const MAX_CACHED_LETTERS = 4_000_000

// Reading a folder renders its texts to show their warnings, and saving them renders the same.
const cache = new LRUCache<string, Rendered>({
  maxSize: MAX_CACHED_LETTERS,
  sizeCalculation: ({ html, text }) => html.length + text.length + 1,
})

const renderInSandbox = sandboxed<typeof RenderMarkdown>(
  new URL('../../platform/markdown.ts', import.meta.url),
  'renderMarkdown',
  { cpuMs: 1_000, resultBytes: 16 * 1024 * 1024 },
)

const TOO_SLOW = 'takes too long to be made into a page. Please write it more simply, or make it shorter'

/** Refuses (`busy`). */
async function renderElsewhere(text: MarkdownText, member: string): Promise<Rendered | { wrong: string }> {
  try {
    return await renderInSandbox(text, member)
  } catch (error) {
    if (error instanceof SandboxLimitError) return { wrong: TOO_SLOW }
    throw error
  }
}

/** Renders what somebody typed, of which nothing is cached. */
export async function renderPost(text: string, memberId: string): Promise<Rendered | { wrong: string }> {
  return renderPlainProse(typedText(text)) ?? renderElsewhere(typedText(text), memberId)
}

/** Renders one text outside the serving process. */
async function renderText(given: MarkdownText): Promise<Rendered | { wrong: string }> {
  const plain = renderPlainProse(given)
  if (plain) return plain
  const key = keyOf(given)
  const known = cache.get(key)
  if (known) return known
  const rendered = await renderElsewhere(given, ACADEMY)
  if (!('wrong' in rendered)) cache.set(key, rendered)
  return rendered
}

function keyOf({ text, style }: MarkdownText): string {
  return createHash('sha256').update(`${RENDERER} ${style}\n${text}`).digest('hex')
}

/** A text of a screen as readers will see it; what was never saved is not stored. Refuses (`invalid`) what can't be rendered. */
export async function previewHtml(text: MarkdownText): Promise<string> {
  const rendered = await renderText(text)
  if ('wrong' in rendered) throw new AppError('invalid', `This text ${rendered.wrong}.`)
  return rendered.html
}

/** What is wrong with a text that can't be rendered, else what its readers won't see as it was meant. */
export async function checkText(given: MarkdownText): Promise<{ wrong: string } | { warnings: Place[] }> {
  const rendered = await renderText(given)
  return 'wrong' in rendered ? rendered : { warnings: rendered.warnings }
}

/** Stores what is shown of these texts, in the transaction that stores the texts. Refuses (`invalid`) a text that can't be rendered. */
export async function saveRendered(tx: Executor, texts: readonly MarkdownText[]): Promise<void> {
  const missing = await missingOf(tx, texts)
  const rendered = new Map<string, Rendered>()
  for (const [key, given] of missing) {
    const result = await renderText(given)
    if ('wrong' in result) throw new AppError('invalid', `The text “${given.text.slice(0, 40)}…” ${result.wrong}.`)
    rendered.set(key, result)
  }
  await insertRendered(tx, rendered)
}

async function missingOf(db: Executor, texts: readonly MarkdownText[]): Promise<Map<string, MarkdownText>> {
  const wanted = new Map(texts.flatMap((text) => (renderPlainProse(text) ? [] : [[keyOf(text), text] as const])))
  const found = await findRendered(db, [...wanted.keys()])
  return new Map([...wanted].filter(([key]) => !found.has(key)))
}

/** What is stored of these texts. What an older version has stored without it is rendered here, once. */
export async function readRendered(
  db: Executor,
  texts: readonly MarkdownText[],
): Promise<(text: MarkdownText) => Rendered> {
  const plain = texts.map(renderPlainProse)
  const others = new Map(texts.flatMap((text, index) => (plain[index] ? [] : [[keyOf(text), text] as const])))
  const found = await findRendered(db, [...others.keys()])
  for (const [key, text] of others) if (!found.has(key)) found.set(key, await renderNow(db, text))
  return (text) => renderPlainProse(text) ?? found.get(keyOf(text)) ?? renderAsTyped(text)
}

/** As it was typed, while it can't be rendered. */
async function renderNow(db: Executor, given: MarkdownText): Promise<Rendered> {
  const rendered = await renderText(given).catch(() => undefined)
  if (!rendered) return renderAsTyped(given)
  const shown = 'wrong' in rendered ? renderAsTyped(given) : rendered
  await insertRendered(db, new Map([[keyOf(given), shown]])).catch(() => {})
  return shown
}

/** Renders all that is stored without it, and removes what is of texts that are gone. It can end anywhere, and begin again. */
export async function renderStored(db: Executor, ofSite: readonly MarkdownText[]): Promise<void> {
  const { documents, typed } = await listCatalogTexts(db)
  const texts = [...ofSite, ...documents.map(documentText), ...typed.map(typedText)]
  for (const given of (await missingOf(db, texts)).values()) await renderNow(db, given)
  await deleteRenderedExcept(db, texts.map(keyOf))
}
