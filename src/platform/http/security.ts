import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import type { Deps } from '../deps.ts'
import { EMAIL_STYLE } from '../mail/email-template.ts'

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function securityHeaders({ config: { mode }, cards }: Pick<Deps, 'config' | 'cards'>): Record<string, string> {
  const { frames, opensWindows } = PROVIDER[cards.provider]
  const payers = ['self', ...frames.map((origin) => `"${origin}"`)].join(' ')
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(${payers})`,
    // Sent with every page, because the headers of the first page remain in force during single-page navigation.
    'cross-origin-opener-policy': opensWindows ? 'same-origin-allow-popups' : 'same-origin',
    'x-frame-options': 'DENY',
    ...(mode === 'production' && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** Sets the security headers, and checks that requests that change something come from our own pages. */
export function installSecurity(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  // The card provider can change while the server runs.
  let made: { provider: string; headers: Record<string, string> } | undefined
  const headersNow = () => {
    const { provider } = deps.cards
    if (made?.provider !== provider) made = { provider, headers: securityHeaders(deps) }
    return made.headers
  }
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headersNow())
    const { origin, host } = request.headers
    if (SAFE_METHODS.has(request.method) || origin === undefined) return done()
    if (origin === config.publicUrl || URL.parse(origin)?.host === host) return done()
    done(
      new AppError(
        'forbidden',
        'This request must come from one of the academy’s own pages. Reload the page and try again.',
      ),
    )
  })
}

/**
 * Removes the nonce from the renderer's own inline scripts and returns their content. A script that got into the page
 * any other way has no nonce, and browsers don't run it.
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
  /** The origin of the object storage, from which video and audio are loaded, if there is one. */
  storage: string | undefined
  frameHosts: string[]
  /** Whether it is a studio page, which previews a video and takes a still picture from it before the upload. */
  isStudio: boolean
  /** Whether a page of the academy may show it in a frame. */
  isFramed: boolean
  isHot: boolean
}

const PRODUCTS = '/Studio/Catalogue/'

/** Whether a page may be in a frame of the academy itself: only the preview and the trial exam of a draft, phone-sized. */
export function mayBeFramed(url: string): boolean {
  const [path = ''] = url.split('?')
  return path.startsWith(PRODUCTS) && /^[^/]+\/(?:Preview|TrialExam)\/?$/.test(path.slice(PRODUCTS.length))
}

/** Replaces the header of all other pages. */
export const FRAMED_HEADER = { 'x-frame-options': 'SAMEORIGIN' }

/**
 * Returns the Content Security Policy for one page. Inline scripts are allowed by the hash of their final bytes, so
 * that a cached page can keep its policy.
 */
export function buildContentSecurityPolicy(page: Policy): string {
  const { scripts, cards, storage, frameHosts, isStudio, isFramed, isHot } = page
  const hashes = scripts.map((script) => `'${sha256(script)}'`)
  const provider = PROVIDER[cards.provider]
  const books = frameHosts.map((host) => `https://${host}`)
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...provider.scripts].join(' '),
    // Positioned popups have style attributes. Style elements are inline only during hot reload.
    isHot
      ? "style-src 'self' 'unsafe-inline'"
      : [`style-src 'self'${isStudio ? ` '${EMAIL_STYLE_HASH}'` : ''}`, "style-src-attr 'unsafe-inline'"].join('; '),
    "img-src 'self' data:",
    "font-src 'self' data:",
    ['media-src', "'self'", ...(storage === undefined ? [] : [storage]), ...(isStudio ? ['blob:'] : [])].join(' '),
    "worker-src 'self'",
    [
      'connect-src',
      "'self'",
      ...(cards.provider === 'stand-in' ? [cards.url] : provider.calls),
      // Pages check that the preview of a book exists before they show its frame.
      ...books,
      ...(isHot ? ['ws:'] : []),
    ].join(' '),
    ['frame-src', "'self'", ...provider.frames, ...books].join(' '),
    // `web/trusted-types.ts` decides what may become HTML or a script. The development server's client doesn't support
    // that.
    ...(isHot ? [] : ["require-trusted-types-for 'script'"]),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ].join('; ')
}

/**
 * What the script of each card provider needs in a page. Wallets open their own windows, which must be able to send
 * messages back.
 */
const PROVIDER = {
  stripe: {
    opensWindows: true,
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    calls: ['https://api.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  },
  none: { opensWindows: false, scripts: [], calls: [], frames: [] },
  'stand-in': { opensWindows: false, scripts: [], calls: [], frames: [] },
}

/** For previews of emails, whose frames inherit the policy of the page. */
const EMAIL_STYLE_HASH = sha256(EMAIL_STYLE)

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
