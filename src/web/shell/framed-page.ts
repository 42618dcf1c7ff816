import type { MetaDescriptor } from 'react-router'
import type { LoadState } from '#web/client/load-state.ts'
import { pageMeta } from './page-meta.ts'

/** What a layout route needs to know about the page inside it. */
export type PageHandle = {
  title: string
  /** If loading fails, the layout shows a message inside the frame instead of the permission page. */
  explainsFailure?: true
}

type FramedMatches = readonly ({ id: string; loaderData?: unknown; handle?: unknown } | undefined)[]

/** The `meta` function for a page inside a layout route; the title comes from its `handle`. */
export function framedMeta({ matches }: { matches: FramedMatches }): MetaDescriptor[] {
  const handle = matches.at(-1)?.handle as PageHandle
  return pageMeta(matches, { title: handle.title, isPersonal: true })
}

/** The data of a page inside a layout route. The layout renders the page only after the data has loaded. */
export function getView<View>(loaded: LoadState<View, 'missing'>): View {
  if (loaded.state !== 'there') throw new Error(`The page was rendered without its data: ${loaded.state}`)
  return loaded.view
}
