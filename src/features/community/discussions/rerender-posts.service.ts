import type { Executor } from '#db/open-database.ts'
import { renderForPage, RENDERER_VERSION } from '#features/foundation/markdown/markdown.public.ts'
import { toTypedMarkdown } from '#shared/markdown.ts'
import { listOutdatedPosts, saveHtml } from './posting.queries.ts'

const MAX_AT_ONCE = 500

/**
 * Re-renders posts that were rendered by an older version. It can be interrupted at any point and resumes there. Throws
 * `busy`.
 */
export async function rerenderOutdatedPosts(db: Executor): Promise<void> {
  for (const { id, words } of await listOutdatedPosts(db, RENDERER_VERSION, MAX_AT_ONCE)) {
    const { html } = await renderForPage(toTypedMarkdown(words))
    await saveHtml(db, { id, words }, { html, renderer: RENDERER_VERSION })
  }
}
