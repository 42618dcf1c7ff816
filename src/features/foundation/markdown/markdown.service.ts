import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Executor } from '#db/open-database.ts'
import type { renderMarkdown as RenderMarkdown } from '#platform/markdown.ts'
import { ACADEMY, runInSandbox, SandboxLimitError } from '#platform/sandbox.ts'
import { AppError } from '#shared/app-error.ts'
import {
  toDocumentMarkdown,
  type MarkdownText,
  type MarkdownWarning,
  type RenderedMarkdown,
  toTypedMarkdown,
} from '#shared/markdown.ts'
import { renderAsTyped, renderPlainProse } from './plain-prose.rules.ts'
import { deleteRenderedExcept, findRendered, insertRendered, listCatalogTexts } from './rendered-markdown.queries.ts'

/** Increase this number when the output of `renderMarkdown` changes. Then all stored Markdown is rendered again. */
export const RENDERER_VERSION = 2

type RenderFailure = { wrong: string }

const MAX_CACHED_CHARACTERS = 4_000_000

// A text would be rendered twice: first when it is checked, and again when it is stored. With the cache, it is rendered
// only once.
const cache = new LRUCache<string, RenderedMarkdown | RenderFailure>({
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (result) => ('wrong' in result ? 1 : result.html.length + result.text.length + 1),
})

const renderInSandbox = runInSandbox<typeof RenderMarkdown>(
  new URL('../../../platform/markdown.ts', import.meta.url),
  'renderMarkdown',
  { cpuMs: 1_000, resultBytes: 16 * 1024 * 1024 },
)

const TOO_SLOW = 'takes too long to process. Please simplify or shorten it'

/** Markup can make a text many times longer, for example when each word is a link. */
const MAX_HTML_LENGTH = 500_000
const TOO_LONG = 'is too long with its links and formatting. Please shorten it'

/** All texts of a product, or of another form, are sent together. */
const MAX_TOTAL_HTML_LENGTH = 1_500_000
const TOO_LONG_TOGETHER = 'makes all texts together too long. Please shorten it or another one'

/** Renders a text in the sandbox. Throws `busy` if too many texts are waiting. */
async function renderWithLimits(text: MarkdownText, member: string): Promise<RenderedMarkdown | RenderFailure> {
  try {
    const rendered = await renderInSandbox(text, member)
    const isTooLong = !('wrong' in rendered) && rendered.html.length > MAX_HTML_LENGTH
    return isTooLong ? { wrong: TOO_LONG } : rendered
  } catch (error) {
    if (error instanceof SandboxLimitError) return { wrong: TOO_SLOW }
    throw error
  }
}

export async function renderPost(text: string, memberId: string): Promise<RenderedMarkdown | RenderFailure> {
  return renderPlainProse(toTypedMarkdown(text)) ?? renderWithLimits(toTypedMarkdown(text), memberId)
}

/** The texts that are being rendered, so that concurrent requests for the same text share one result. */
const running = new Map<string, Promise<RenderedMarkdown | RenderFailure>>()

/** Renders one text outside the server process. Throws `busy`. */
async function renderText(given: MarkdownText): Promise<RenderedMarkdown | RenderFailure> {
  const plain = renderPlainProse(given)
  if (plain) return plain
  const key = getRenderKey(given)
  const known = cache.get(key) ?? running.get(key)
  if (known) return known
  const rendering = renderWithLimits(given, ACADEMY).finally(() => running.delete(key))
  running.set(key, rendering)
  const rendered = await rendering
  cache.set(key, rendered)
  return rendered
}

function getCacheKey({ text, style }: MarkdownText): string {
  return `${style}\n${text}`
}

function getRenderKey(given: MarkdownText): string {
  return createHash('sha256')
    .update(`${RENDERER_VERSION} ${getCacheKey(given)}`)
    .digest('hex')
}

/** Renders text from a form as readers will see it, without storing it. Throws `invalid` if it can't be rendered. */
export async function renderPreview(text: MarkdownText): Promise<string> {
  const rendered = await renderText(text)
  if ('wrong' in rendered) throw new AppError('invalid', `This text ${rendered.wrong}.`)
  return rendered.html
}

/**
 * Returns why the text can't be rendered, or otherwise warnings about what readers won't see as intended. Throws
 * `busy`.
 */
export async function checkText(
  given: MarkdownText,
): Promise<RenderFailure | { warnings: MarkdownWarning[]; length: number }> {
  const rendered = await renderText(given)
  return 'wrong' in rendered ? rendered : { warnings: rendered.warnings, length: rendered.html.length }
}

type LocatedText = MarkdownText & { at: readonly string[] }
type FieldMessage = { at: string[]; message: string }

/**
 * Checks the texts of a form like `checkText`. Returns errors and warnings with their field and line. Throws `busy`.
 */
export async function checkFields(
  texts: readonly LocatedText[],
): Promise<{ wrong: FieldMessage[]; warnings: FieldMessage[] }> {
  const [wrong, warnings]: [FieldMessage[], FieldMessage[]] = [[], []]
  let total = 0
  for (const { at, text, style } of texts) {
    const before = /^\s*/.exec(text)?.[0].split('\n').length ?? 1
    const checked = await checkText({ text: text.trim(), style })
    if ('wrong' in checked) {
      wrong.push({ at: [...at], message: `This text ${checked.wrong}.` })
      // The others are checked when this one is fixed, so that one form costs at most the time of one such text.
      if (checked.wrong === TOO_SLOW) break
    } else {
      total += checked.length
      if (total > MAX_TOTAL_HTML_LENGTH) {
        wrong.push({ at: [...at], message: `This text ${TOO_LONG_TOGETHER}.` })
        break
      }
      for (const { line, message } of checked.warnings)
        warnings.push({ at: [...at], message: `Line ${line + before - 1}: ${message}.` })
    }
  }
  return { wrong, warnings }
}

/**
 * Renders these texts and stores their HTML. Call it before the transaction that stores the texts, because that
 * transaction holds locks. Throws `invalid` for a text that can't be rendered.
 */
export async function saveRendered(db: Executor, texts: readonly MarkdownText[]): Promise<void> {
  const missing = await findMissing(db, texts)
  const rendered = new Map<string, RenderedMarkdown>()
  for (const [key, given] of missing) {
    const result = await renderText(given)
    if ('wrong' in result) throw new AppError('invalid', `The text “${given.text.slice(0, 40)}…” ${result.wrong}.`)
    rendered.set(key, result)
  }
  await insertRendered(db, rendered)
}

async function findMissing(db: Executor, texts: readonly MarkdownText[]): Promise<Map<string, MarkdownText>> {
  const wanted = new Map(texts.flatMap((text) => (renderPlainProse(text) ? [] : [[getRenderKey(text), text] as const])))
  const found = await findRendered(db, [...wanted.keys()])
  return new Map([...wanted].filter(([key]) => !found.has(key)))
}

/** How long a page waits for texts that are not rendered yet. */
const MAX_WAIT_MS = 2_000

/**
 * Returns the stored HTML of these texts. Renders texts that an older version stored without HTML. If that takes too
 * long, the page shows them as typed.
 */
export async function readRendered(
  db: Executor,
  texts: readonly MarkdownText[],
): Promise<(text: MarkdownText) => RenderedMarkdown> {
  const found = new Map<string, RenderedMarkdown>()
  const unknown = new Map<string, MarkdownText>()
  for (const text of texts) {
    const plain = renderPlainProse(text)
    if (plain) {
      found.set(getCacheKey(text), plain)
      continue
    }
    const key = getRenderKey(text)
    const cached = cache.get(key)
    if (cached && !('wrong' in cached)) found.set(getCacheKey(text), cached)
    else unknown.set(key, text)
  }
  const stored = unknown.size > 0 ? await findRendered(db, [...unknown.keys()]) : new Map<string, RenderedMarkdown>()
  const missing: MarkdownText[] = []
  for (const [key, text] of unknown) {
    const rendered = stored.get(key)
    if (rendered) {
      cache.set(key, rendered)
      found.set(getCacheKey(text), rendered)
    } else missing.push(text)
  }
  if (missing.length > 0) {
    const rendering = missing.map(async (text) => found.set(getCacheKey(text), await renderNow(db, text)))
    await Promise.race([Promise.all(rendering), setTimeout(MAX_WAIT_MS, undefined, { ref: false })])
  }
  return (text) => found.get(getCacheKey(text)) ?? renderPlainProse(text) ?? renderAsTyped(text)
}

/**
 * Renders texts that are shown together, by their order. Throws `busy`, or `invalid` if they are too long together to
 * be sent at once.
 */
export async function renderTogether(texts: readonly MarkdownText[]): Promise<string[]> {
  const html: string[] = []
  let total = 0
  for (const text of texts) {
    const result = await renderText(text)
    if ('wrong' in result && result.wrong === TOO_SLOW)
      throw new AppError('invalid', `The text “${text.text.slice(0, 40)}…” ${TOO_SLOW}.`)
    const rendered = ('wrong' in result ? renderAsTyped(text) : result).html
    total += rendered.length
    if (total > MAX_TOTAL_HTML_LENGTH)
      throw new AppError('invalid', 'The texts of this product are too long to be shown together. Please shorten them.')
    html.push(rendered)
  }
  return html
}

/** Renders a stored text, or returns it as typed if it can't be rendered. Throws `busy`. */
export async function renderForPage(given: MarkdownText): Promise<RenderedMarkdown> {
  const rendered = await renderText(given)
  return 'wrong' in rendered ? renderAsTyped(given) : rendered
}

/** Renders a text now. Returns the text as typed if too many other texts are waiting. */
async function renderNow(db: Executor, given: MarkdownText): Promise<RenderedMarkdown> {
  const shown = await renderForPage(given).catch(() => undefined)
  if (!shown) return renderAsTyped(given)
  await insertRendered(db, new Map([[getRenderKey(given), shown]])).catch(() => {})
  return shown
}

/**
 * Renders all texts that were stored without HTML, and deletes the HTML of removed texts. Can be interrupted at any
 * time.
 */
export async function renderStored(db: Executor, ofSite: readonly MarkdownText[]): Promise<void> {
  const { documents, typed } = await listCatalogTexts(db)
  const texts = [...ofSite, ...documents.map(toDocumentMarkdown), ...typed.map(toTypedMarkdown)]
  for (const given of (await findMissing(db, texts)).values()) await renderNow(db, given)
  await deleteRenderedExcept(db, texts.map(getRenderKey))
}
