import type { Executor } from '#db/open.ts'
import { renderForPage, RENDERER } from '#features/foundation/markdown/markdown.public.ts'
import { typedText } from '#shared/markdown.ts'
import { listPostsOfOtherRenderer, saveHtml } from './posting.queries.ts'

const MAX_AT_ONCE = 500

/** Renders posts that an older version rendered, as today's are. It can end anywhere, and begin again. Refuses (`busy`). */
export async function renderEarlierPosts(db: Executor): Promise<void> {
  for (const { id, words } of await listPostsOfOtherRenderer(db, RENDERER, MAX_AT_ONCE)) {
    const { html } = await renderForPage(typedText(words))
    await saveHtml(db, { id, words }, { html, renderer: RENDERER })
  }
}
