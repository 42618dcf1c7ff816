import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import type { Deps } from '../deps.ts'

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Headers that hold for every answer. */
export function securityHeaders({ config: { mode }, cards }: Pick<Deps, 'config' | 'cards'>): Record<string, string> {
  const { frames, opensWindows } = PROVIDER[cards.provider]
  const payers = ['self', ...frames.map((origin) => `"${origin}"`)].join(' ')
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(${payers})`,
    // Every page, since a document that the router never leaves keeps what the first of its addresses said.
    'cross-origin-opener-policy': opensWindows ? 'same-origin-allow-popups' : 'same-origin',
    'x-frame-options': 'DENY',
    ...(mode === 'production' && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** Sets them, and checks that a changing call comes from our own pages. */
export function installSecurity(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const headers = securityHeaders(deps)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers)
    const { origin, host } = request.headers
    if (SAFE_METHODS.has(request.method) || origin === undefined) return done()
    if (origin === config.publicUrl || URL.parse(origin)?.host === host) return done()
    done(new AppError('forbidden', 'This request must come from a page of the academy.'))
  })
}

/**
 * Takes the mark off the inline scripts that the renderer itself wrote, and returns what they hold. A script that came
 * into the page any other way has no mark, and so will not be allowed to run.
 */
export function extractInlineScripts(marked: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const inline = new RegExp(`<script(?![^>]*\\ssrc=)[^>]*${mark}[^>]*>([\\s\\S]*?)</script>`, 'g')
  const scripts = [...marked.matchAll(inline)].map(([, script = '']) => script)
  return { html: marked.replaceAll(mark, ''), scripts }
}

type Policy = {
  scripts: string[]
  cards: Deps['cards']
  /** Where videos and sound come from, when not from here. */
  storage: string | undefined
  frameHosts: string[]
  /** A page of the studio: there a video is looked at before it has travelled, and a picture taken from it. */
  isStudio: boolean
  isHot: boolean
}

/** The policy for one page: its own inline scripts are allowed by the hash of their final bytes, so a cached page keeps it. */
export function buildContentSecurityPolicy({ scripts, cards, storage, frameHosts, isStudio, isHot }: Policy): string {
  const hashes = scripts.map((script) => `'${sha256(script)}'`)
  const provider = PROVIDER[cards.provider]
  const books = frameHosts.map((host) => `https://${host}`)
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...provider.scripts].join(' '),
    // Positioned popups carry style attributes; no style element is ever inline, except while pages are hot-reloaded.
    isHot ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'; style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    ['media-src', "'self'", ...(storage === undefined ? [] : [storage]), ...(isStudio ? ['blob:'] : [])].join(' '),
    "worker-src 'self'",
    [
      'connect-src',
      "'self'",
      ...(cards.provider === 'stand-in' ? [cards.url] : provider.calls),
      // Whether a book's preview is there is asked before its frame stays.
      ...books,
      ...(isHot ? ['ws:'] : []),
    ].join(' '),
    ['frame-src', "'self'", ...provider.frames, ...books].join(' '),
    // `web/trusted-types.ts` says what may be HTML or a script; the development server's own client asks nobody.
    ...(isHot ? [] : ["require-trusted-types-for 'script'"]),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What a card provider's script needs in a page. Wallets open windows of theirs, and must be heard from them. */
const PROVIDER = {
  stripe: {
    opensWindows: true,
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    calls: ['https://api.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  },
  'stand-in': { opensWindows: false, scripts: [], calls: [], frames: [] },
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
