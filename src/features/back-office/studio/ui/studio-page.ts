import { memberLoader } from '#web/client/load-state.ts'
import type { PageHandle } from '#web/shell/framed-page.ts'

export { framedMeta as studioMeta, getView } from '#web/shell/framed-page.ts'

/** What the layout route needs to know about the studio page that it contains. */
export type StudioHandle = PageHandle & {
  /** The heading, if it differs from the title. */
  heading?: string | ((view: never) => string)
  /** True if the page renders its own layout or needs none. */
  hasOwnFrame?: true
}

/** A studio page's `clientLoader`. For anyone who isn't staff, the studio does not exist. */
export function studioLoader<Args extends { serverLoader: () => Promise<unknown> }, View>(
  load: (args: Args) => Promise<View>,
) {
  return memberLoader(load, { reasons: ['missing'] })
}
