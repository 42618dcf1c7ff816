import type { MetaDescriptor } from 'react-router'
import type { LoadState } from '#web/client/load-state.ts'
import { pageMeta } from './page-meta.ts'

/** What the layout route around a page needs to know about it. */
export type PageHandle = {
  title: string
  /** If loading failed, a message inside the frame; otherwise the permission page. */
  explainsFailure?: true
}

type FramedMatches = readonly ({ id: string; loaderData?: unknown; handle?: unknown } | undefined)[]

/** The `meta` of a page inside a layout route: the title of its `handle`. */
export function framedMeta({ matches }: { matches: FramedMatches }): MetaDescriptor[] {
  const handle = matches.at(-1)?.handle as PageHandle
  return pageMeta(matches, { title: handle.title, isPersonal: true })
}

/** The data of a page inside a layout route, which renders the page only once it is there. */
export function getView<View>(loaded: LoadState<View, 'missing'>): View {
  if (loaded.state !== 'there') throw new Error(`The page was rendered without its data: ${loaded.state}`)
  return loaded.view
}
