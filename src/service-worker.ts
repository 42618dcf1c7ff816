import { renderOfflineDocument } from './offline-document.ts'

/* Makes the academy installable and shows an offline page in its design. It caches only built assets, whose names
   contain a content hash, so nothing it caches can be outdated: no page, no API response, no media. It depends on no
   particular build, so a new one replaces it at once. */

type ExtendableEventLike = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEventLike = ExtendableEventLike & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (reply: Promise<Response>) => void
}
type ServiceWorkerScope = {
  skipWaiting: () => Promise<void>
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}

const ASSETS = 'assets'
/** Room for about two builds; the oldest assets are evicted first. */
const MAX_ASSETS = 300

const worker = globalThis as unknown as ServiceWorkerScope

addEventListener('install', (event) => (event as ExtendableEventLike).waitUntil(worker.skipWaiting()))

addEventListener('activate', (event) =>
  // Lets the browser request a page while the service worker starts, not only after.
  (event as ExtendableEventLike).waitUntil(worker.registration.navigationPreload?.enable() ?? Promise.resolve()),
)

addEventListener('fetch', (event) => {
  const fetching = event as FetchEventLike
  const { method, mode, url } = fetching.request
  if (method !== 'GET') return
  if (mode === 'navigate') fetching.respondWith(respondWithPage(fetching))
  else if (isAsset(new URL(url))) fetching.respondWith(respondWithAsset(fetching))
})

function isAsset({ origin, pathname }: URL): boolean {
  return origin === location.origin && pathname.startsWith('/assets/')
}

async function respondWithPage({ request, preloadResponse }: FetchEventLike): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return getOfflinePage()
  }
}

async function getOfflinePage(): Promise<Response> {
  const nonce = crypto.randomUUID()
  // The page that registered this worker passed the academy's name in the query.
  const name = new URL(location.href).searchParams.get('name') ?? ''
  const fonts = { sans: await findCachedFont('inter'), serif: await findCachedFont('academy-serif') }
  return new Response(renderOfflineDocument({ name, fonts, nonce }), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; connect-src 'self'; script-src 'nonce-${nonce}'`,
    },
  })
}

/** The newest cached font with this name. */
async function findCachedFont(name: string): Promise<string | undefined> {
  const cachedRequests = await (await caches.open(ASSETS)).keys()
  return cachedRequests
    .map(({ url }) => new URL(url).pathname)
    .findLast((address) => address.startsWith(`/assets/${name}-`) && address.endsWith('.woff2'))
}

async function respondWithAsset(fetching: FetchEventLike): Promise<Response> {
  const { request } = fetching
  const cache = await caches.open(ASSETS)
  const cached = await cache.match(request)
  if (cached) return cached
  const reply = await fetch(request)
  if (reply.ok) fetching.waitUntil(cacheReply(cache, request, reply.clone()))
  return reply
}

async function cacheReply(cache: Cache, request: Request, reply: Response): Promise<void> {
  try {
    await cache.put(request, reply)
    const requests = await cache.keys()
    await Promise.all(requests.slice(0, -MAX_ASSETS).map((oldest) => cache.delete(oldest)))
  } catch {
    // The device's storage is full; the academy works without a cache.
  }
}
