import { ApiError } from '#web/client/api.ts'
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
  return memberLoader((args: Args) => load(args).catch(throwAsMissing), { reasons: ['missing'] })
}

/** An ID in the page's address that no item can have is a missing item, too. */
function throwAsMissing(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 400) throw error
  const { fields } = error.body
  throw fields instanceof Object && 'id' in fields ? new ApiError(404, 'Not Found', error.body) : error
}
