import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { FIRST_SCRIPT } from '#web/client/first-load.ts'
import { TIME_LIMIT_MS } from '#web/client/api.ts'
import { deferScripts } from '#web/client/defer-scripts.ts'
import { type EarlyHandle, startEarlyCalls } from '#web/client/early-calls.ts'

export { apiContext } from '#web/client/api-context.ts'

/** The function that reports errors in a page to the operator. */
export const reportContext = createContext<(error: unknown) => void>()

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A request for something that doesn't exist is not an error of the page.
  const isAskedWrongly = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isAskedWrongly) context.get(reportContext)(error)
}

/**
 * Renders a complete page, so that the server can hash its inline scripts. They have a mark that no text in the page
 * can contain; the server removes it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  let finalStatus = status
  const nonce = randomUUID()
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        const body = new PassThrough()
        text(body).then(resolve, reject)
        pipe(body)
      },
      onShellError: reject,
      onError(error) {
        finalStatus = 500
        context.get(reportContext)(error)
      },
    })
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('x-script-nonce', nonce)
  // The document's first script is written before the router knows the mark.
  const first = `<script>${FIRST_SCRIPT}`
  const early = startEarlyCalls(getEarlyHandle(routerContext), TIME_LIMIT_MS)
  const marked = deferScripts(html).replace(first, () => `<script nonce="${nonce}">${early}${FIRST_SCRIPT}`)
  return new Response(marked, { status: finalStatus, headers })
}

/** Only the page itself, which is the last match, may start early. */
function getEarlyHandle({ staticHandlerContext: { matches } }: EntryContext): EarlyHandle {
  return { earlyCalls: [], ...(matches.at(-1)?.route.handle as Partial<EarlyHandle> | undefined) }
}
