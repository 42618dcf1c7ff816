import { data, isRouteErrorResponse } from 'react-router'
import { ApiError } from './api.ts'
import { canSignInHere } from './confirm-identity.ts'
import { storedToken } from './session.ts'

/** Whose view a page has: 'unknown' is a member's whose own view could not be had. */
export type ViewerKind = 'stranger' | 'member' | 'unknown'

/** What was asked for has come. */
export type ReadyState<View> = { state: 'there'; view: View; seenAs: ViewerKind }

/** The page as the server rendered it for everybody: the browser is still asking who is looking. */
export type PendingState<View> = { state: 'waiting'; view: View; seenAs?: undefined }

/** Nothing has come: nobody is logged in, or it failed, for one of the reasons that the page tells apart. */
export type UnavailableState<Reason extends string> = { state: Reason; view?: undefined; seenAs?: undefined }

/** Why something did not come, where a page has words for it: its payment is disputed, there is no such thing, there is no connection. */
export type UnavailableReason = 'disputed' | 'missing' | 'offline'

/** How far a page has come with what it shows: its `loaderData`. `LoadedPage` tells each state. */
export type LoadState<View, Told extends UnavailableReason = never, Known = never> =
  | ReadyState<View>
  | PendingState<Known>
  | UnavailableState<'visitor' | 'failed' | Told>

/** For a server's loader: what everybody may see or know of the page. */
export function toPending<View>(view: View): PendingState<View> {
  return { state: 'waiting', view }
}

/** The same where somebody may own what is there for nobody else: that it is missing is the page's to tell, with status 404. */
export async function toPendingOrMissing<View>(loading: Promise<View>) {
  try {
    return toPending(await loading)
  } catch (error) {
    if (isNotFoundError(error)) return data<UnavailableState<'missing'>>({ state: 'missing' }, 404)
    throw error
  }
}

type Loader<Args, Result> = ((args: Args) => Promise<Result>) & { hydrate: true }

type MemberLoaderOptions<Told extends UnavailableReason> = {
  /** The reasons that the page has words for, the first that is true is told; whatever else goes wrong is 'failed'. */
  tells?: readonly Told[]
  /** Strangers make the same call, and so does a member whose session turns out to have ended; otherwise they are shown nothing. */
  isForEverybody?: boolean
}

type ShownAnywayOptions = {
  /** Strangers see what the server rendered, and so does a member whose own view can't be had. */
  isShownAnyway: true
}

/** What it does not know of a page's arguments. */
type AnyArgs = { serverLoader: () => Promise<unknown> }

/**
 * A page's `clientLoader`, made of the call for the member's own view. It answers with a state and never fails, apart from what the
 * server's loader throws where the page is shown anyway. It runs on the first page of a visit, too.
 */
export function memberLoader<Args extends AnyArgs, View, const Told extends UnavailableReason = never>(
  load: (args: Args) => Promise<View>,
  options?: MemberLoaderOptions<Told>,
): Loader<Args, ReadyState<View> | UnavailableState<'visitor' | 'failed' | Told>>
export function memberLoader<Args extends { serverLoader: () => Promise<PendingState<View>> }, View>(
  load: (args: Args) => Promise<View>,
  options: ShownAnywayOptions,
): Loader<Args, ReadyState<View>>
export function memberLoader<Args extends AnyArgs, View>(
  load: (args: Args) => Promise<View>,
  options: MemberLoaderOptions<UnavailableReason> & Partial<ShownAnywayOptions> = {},
): Loader<Args, ReadyState<View> | UnavailableState<'visitor' | 'failed' | UnavailableReason>> {
  const { tells = [], isForEverybody = false, isShownAnyway = false } = options

  const asServed = async ({ serverLoader }: Args, seenAs: ViewerKind) =>
    toReady(((await serverLoader()) as PendingState<View>).view, seenAs)

  const asStranger = async (args: Args) => {
    if (isShownAnyway) return asServed(args, 'stranger')
    if (!isForEverybody) return { state: 'visitor' } as const
    try {
      return toReady(await load(args), 'stranger')
    } catch (error) {
      return toUnavailable(error, tells)
    }
  }

  const asAnybody = async (args: Args) => {
    if (storedToken() === undefined && !canSignInHere()) {
      if (!isShownAnyway && !isForEverybody) console.error('No token found')
      return asStranger(args)
    }
    try {
      return toReady(await load(args), 'member')
    } catch (error) {
      const state = toUnavailable(error, tells)
      // A token that the academy no longer knows has been dropped by now.
      if (storedToken() === undefined) return asStranger(args)
      return isShownAnyway ? asServed(args, 'unknown') : state
    }
  }
  return Object.assign(asAnybody, { hydrate: true as const })
}

function toReady<View>(view: View, seenAs: ViewerKind): ReadyState<View> {
  // What stands between may answer with a page of its own.
  if (view === undefined) throw new Error('The answer was no JSON')
  return { state: 'there', view, seenAs }
}

function toUnavailable<Told extends UnavailableReason>(
  error: unknown,
  tells: readonly Told[],
): UnavailableState<'failed' | Told> {
  console.error(error)
  return { state: tells.find((reason) => IS_REASON[reason](error)) ?? 'failed' }
}

const IS_REASON: Record<UnavailableReason, (error: unknown) => boolean> = {
  disputed: (error) => error instanceof ApiError && error.body['is_disputed'] === true,
  missing: isNotFoundError,
  offline: () => !navigator.onLine,
}

/** A page or a thing on it that is not there: the router's own 404, or the API's, as the browser or a loader on the server meets it. */
export function isNotFoundError(error: unknown): boolean {
  if (isRouteErrorResponse(error) || error instanceof ApiError) return error.status === 404
  return error instanceof Object && 'init' in error && error.init instanceof Object && 'status' in error.init
    ? error.init.status === 404
    : false
}
