import { data, isRouteErrorResponse } from 'react-router'
import { ApiError } from './api.ts'
import { canSignInHere } from './confirm-identity.ts'
import { storedToken } from './session.ts'

/** Who the page is rendered for: 'unknown' if a member's own view failed to load. */
export type ViewerKind = 'stranger' | 'member' | 'unknown'

export type ReadyState<View> = { state: 'there'; view: View; seenAs: ViewerKind }

/** The page as rendered for everyone, while the browser is still loading the member's view. */
export type PendingState<View> = { state: 'waiting'; view: View; seenAs?: undefined }

/** No data: the visitor is not logged in, or loading failed for a reason that the page may handle. */
export type UnavailableState<Reason extends string> = { state: Reason; view?: undefined; seenAs?: undefined }

/** Failures that have their own messages on a page: a disputed payment, a missing item, or no connection. */
export type UnavailableReason = 'disputed' | 'missing' | 'offline'

/** The state of a page's data: its `loaderData`. `LoadedPage` renders each state. */
export type LoadState<View, Reason extends UnavailableReason = never, Known = never> =
  | ReadyState<View>
  | PendingState<Known>
  | UnavailableState<'visitor' | 'failed' | Reason>

/** The result of a server loader: the public part of the page. */
export function toPending<View>(view: View): PendingState<View> {
  return { state: 'waiting', view }
}

/**
 * Like `toPending`, for pages about something that only one member may see. If it is missing, the page says so, with
 * status 404.
 */
export async function toPendingOrMissing<View>(loading: Promise<View>) {
  try {
    return toPending(await loading)
  } catch (error) {
    if (isNotFoundError(error)) return data<UnavailableState<'missing'>>({ state: 'missing' }, 404)
    throw error
  }
}

type Loader<Args, Result> = ((args: Args) => Promise<Result>) & { hydrate: true }

type MemberLoaderOptions<Reason extends UnavailableReason> = {
  /** Failures for which the page has its own messages. The first that applies is used; all others become 'failed'. */
  reasons?: readonly Reason[]
  /**
   * Makes the same request for visitors and after a session has expired. Without this option, the page has no data
   * then.
   */
  isForEverybody?: boolean
}

type ShownAnywayOptions = {
  /** Shows the server-rendered page to visitors, and to members whose own view fails to load. */
  isShownAnyway: true
}

/** The type of arguments for any page. */
type AnyArgs = { serverLoader: () => Promise<unknown>; request?: { url: string } }

/** The last page that was loaded, and for whom. */
let shown: { load: unknown; url: string | undefined; token: string | undefined; ready: ReadyState<unknown> } | undefined

/**
 * Creates a page's `clientLoader` from the request for the member's own view. It returns a state and never throws,
 * except for errors of the server loader on pages with `isShownAnyway`. It also runs on the first page of a visit.
 */
export function memberLoader<Args extends AnyArgs, View, const Reason extends UnavailableReason = never>(
  load: (args: Args) => Promise<View>,
  options?: MemberLoaderOptions<Reason>,
): Loader<Args, ReadyState<View> | UnavailableState<'visitor' | 'failed' | Reason>>
export function memberLoader<Args extends { serverLoader: () => Promise<PendingState<View>> }, View>(
  load: (args: Args) => Promise<View>,
  options: ShownAnywayOptions,
): Loader<Args, ReadyState<View>>
export function memberLoader<Args extends AnyArgs, View>(
  load: (args: Args) => Promise<View>,
  options: MemberLoaderOptions<UnavailableReason> & Partial<ShownAnywayOptions> = {},
): Loader<Args, ReadyState<View> | UnavailableState<'visitor' | 'failed' | UnavailableReason>> {
  const { reasons = [], isForEverybody = false, isShownAnyway = false } = options

  const asServed = async ({ serverLoader }: Args, seenAs: ViewerKind) =>
    toReady(((await serverLoader()) as PendingState<View>).view, seenAs)

  const asStranger = async (args: Args) => {
    if (isShownAnyway) return asServed(args, 'stranger')
    if (!isForEverybody) return { state: 'visitor' } as const
    try {
      return toReady(await load(args), 'stranger')
    } catch (error) {
      return toUnavailable(error, reasons)
    }
  }

  const asAnybody = async (args: Args) => {
    if (storedToken() === undefined && !canSignInHere()) {
      if (!isShownAnyway && !isForEverybody) console.error('No token found')
      return asStranger(args)
    }
    const token = storedToken()
    const url = args.request?.url
    try {
      const ready = toReady(await load(args), 'member')
      shown = { load, url, token, ready }
      return ready
    } catch (error) {
      const state = toUnavailable(error, reasons)
      // If the server rejected the token, it has been removed by now.
      if (storedToken() === undefined) return asStranger(args)
      const isRefused = error instanceof ApiError && error.status < 500
      // If reloading fails after an action, the page keeps its data, so that no input is lost.
      if (!isRefused && shown?.load === load && shown.url === url && shown.token === token)
        return shown.ready as ReadyState<View>
      return isShownAnyway ? asServed(args, 'unknown') : state
    }
  }
  return Object.assign(asAnybody, { hydrate: true as const })
}

function toReady<View>(view: View, seenAs: ViewerKind): ReadyState<View> {
  // A proxy might respond with its own page.
  if (view === undefined) throw new Error('The answer was no JSON')
  return { state: 'there', view, seenAs }
}

function toUnavailable<Reason extends UnavailableReason>(
  error: unknown,
  reasons: readonly Reason[],
): UnavailableState<'failed' | Reason> {
  console.error(error)
  return { state: reasons.find((reason) => IS_REASON[reason](error)) ?? 'failed' }
}

const IS_REASON: Record<UnavailableReason, (error: unknown) => boolean> = {
  disputed: (error) => error instanceof ApiError && error.body['is_disputed'] === true,
  missing: isNotFoundError,
  offline: () => !navigator.onLine,
}

/** A missing page or item: a 404 of the router or the API, received in the browser or by a server loader. */
export function isNotFoundError(error: unknown): boolean {
  if (isRouteErrorResponse(error) || error instanceof ApiError) return error.status === 404
  return error instanceof Object && 'init' in error && error.init instanceof Object && 'status' in error.init
    ? error.init.status === 404
    : false
}
