import type { MetaDescriptor } from 'react-router'
import { type LoadState, memberLoader } from '#web/client/load-state.ts'
import { pageMeta } from '#web/shell/page-meta.ts'

/** What the layout route around a studio page needs to know about it. */
export type StudioHandle = {
  title: string
  /** The heading, if it is not the title. */
  heading?: string | ((view: never) => string)
  /** The page renders its own frame, or has none. */
  hasOwnFrame?: true
}

type StudioMatches = readonly ({ id: string; loaderData?: unknown; handle?: unknown } | undefined)[]

/** A studio page's `meta`: the title of its `handle`. */
export function studioMeta({ matches }: { matches: StudioMatches }): MetaDescriptor[] {
  const handle = matches.at(-1)?.handle as StudioHandle
  return pageMeta(matches, { title: handle.title, isPersonal: true })
}

/** A studio page's `clientLoader`. For everyone but staff the studio does not exist. */
export function studioLoader<Args extends { serverLoader: () => Promise<unknown> }, View>(
  load: (args: Args) => Promise<View>,
) {
  return memberLoader(load, { reasons: ['missing'] })
}

/** A studio page's data: the layout route renders the page only once it has loaded. */
export function getView<View>(loaded: LoadState<View, 'missing'>): View {
  if (loaded.state !== 'there') throw new Error(`The page was rendered without its data: ${loaded.state}`)
  return loaded.view
}
