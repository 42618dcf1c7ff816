import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import type { CallApi } from '#shared/call.ts'
import { isInStudio } from '#shared/studio-paths.ts'
import { ConfigError } from '../config.ts'
import { callInProcess } from './in-process.ts'
import { isCompressedReply } from './reply-cache.ts'
import { type ResolvedPage, createPageResolver, buildPageUrl } from './page-resolver.ts'
import { type RenderedReply, type CompressedReply, PUBLIC_PAGE, sendRendered, sendCompressed } from './public-reply.ts'
import type { Deps } from '../deps.ts'
import { sharedAssets } from '../versions.ts'
import { buildContentSecurityPolicy, extractInlineScripts, FRAMED_HEADER, mayBeFramed } from './security.ts'
import { isLocalRequest } from './local-request.ts'

const ANY_PAGE = '*'

export type Pages = (app: FastifyInstance) => Promise<void>

const BUILD = path.resolve(import.meta.dirname, '../../../build')

/** Serves the pages that `npm run build` created. Throws a ConfigError if there are none. */
export async function loadBuiltPages(
  deps: Deps,
  { sharedAssetsFolder = sharedAssets }: { sharedAssetsFolder?: string | undefined } = {},
): Promise<Pages> {
  const script = path.join(BUILD, 'server/index.js')
  if (!existsSync(script))
    throw new ConfigError('The pages are not built. Run npm run build. (npm start does this automatically.)')
  const build: unknown = await import(pathToFileURL(script).href)
  return async (app) => {
    await app.register(async (files) => {
      files.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: 'page' }
      })
      // The names of built assets contain a content hash. Each asset is also stored compressed.
      await files.register(fastifyStatic, {
        root: path.join(BUILD, 'client'),
        wildcard: false,
        preCompressed: true,
        // Clients never request the compressed files by name, and each file would need two more routes.
        globIgnore: ['**/*.br', '**/*.gz'],
        cacheControl: false,
        setHeaders(reply, file) {
          const isHashed = file.includes(`${path.sep}assets${path.sep}`)
          void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
        },
      })
      // Serves built assets of other versions, which are requested while processes are being replaced, and by tabs that
      // stay open.
      if (sharedAssetsFolder !== undefined)
        files.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) =>
          reply.sendFile(params['*'], sharedAssetsFolder),
        )
    })
    renderPages(app, deps, { load: () => Promise.resolve(build as ServerBuild), isHot: false })
  }
}

/**
 * Serves pages from the source files, with hot reload. Vite serves every file of the project on request. So only this
 * machine has access, unless DEV_MAIL_OPEN_TO allows others. Secrets and stored data are never served.
 */
export async function createDevPages(deps: Deps): Promise<Pages> {
  const { config } = deps
  const { createServer } = await import('vite')
  const isServed = (request: Pick<FastifyRequest, 'socket' | 'headers'>) =>
    config.devMailOpenTo === 'anyone' || isLocalRequest(request)
  return async (app) => {
    // This runs before Vite's own listener, which would accept the connection.
    app.server.on('upgrade', (request, socket) => {
      if (!isServed(request)) socket.destroy()
    })
    const vite = await createServer({
      server: {
        middlewareMode: { server: app.server },
        hmr: { server: app.server },
        fs: { strict: true, deny: getDeniedPatterns(config) },
      },
      appType: 'custom',
    })
    app.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.url !== ANY_PAGE || !isServed(request)) return done()
      vite.middlewares(request.raw, reply.raw, (error: unknown) => done(error instanceof Error ? error : undefined))
    })
    app.addHook('onClose', () => vite.close())
    renderPages(app, deps, {
      load: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
      isHot: true,
    })
  }
}

/**
 * Returns patterns for the paths of the academy's data folders, both as configured and with symbolic links resolved.
 */
function getDeniedPatterns({ dataDir, files }: Deps['config']): string[] {
  const folders = files.kind === 'folder' ? [dataDir, files.folder] : [dataDir]
  const names = new Set(folders.flatMap((folder) => [folder, existsSync(folder) ? realpathSync(folder) : folder]))
  const data = [...names].map((name) => name.replaceAll(path.sep, '/').replaceAll(/[\\*?[\]{}()!+@|]/g, '\\$&'))
  return [...data.flatMap((name) => [name, `${name}/**`]), ...SECRET_FILES]
}

const SECRET_FILES = ['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '**/.git', '**/.git/**']

// Pages pass these headers to the server, and clients never receive them: the hosts of the page's frames, and the nonce
// of its own scripts.
const FRAME_HOSTS = 'x-frame-hosts'
const SCRIPT_NONCE = 'x-script-nonce'

/** The page build has its own copies of the context keys for its loaders. `entry.server.tsx` exports them. */
type EntryContexts = { apiContext: RouterContext<CallApi>; reportContext: RouterContext<(error: unknown) => void> }

/** The page was not rendered, because its subject doesn't exist and the 404 page is already cached. */
const NOT_RENDERED: RenderedReply = { status: 404, isPublic: false, headers: {}, body: '' }

type RenderOptions = { untilMissing?: boolean; ip?: string }

type PageSource = { load: () => Promise<ServerBuild>; isHot: boolean }

function renderPages(app: FastifyInstance, deps: Deps, { load, isHot }: PageSource): void {
  const renderingOf = memoizeByBuild((build: ServerBuild) => ({
    handle: createRequestHandler(build, isHot ? 'development' : 'production'),
    addressOf: createPageResolver(build),
  }))

  /** Renders a page. With `untilMissing`, stops as soon as it turns out that the subject doesn't exist. */
  async function render(
    build: ServerBuild,
    url: string,
    { untilMissing = false, ip }: RenderOptions = {},
  ): Promise<RenderedReply> {
    const { apiContext, reportContext } = build.entry.module as unknown as EntryContexts
    const stopping = new AbortController()
    const api = callInProcess(app, { ip, onMissing: () => untilMissing && stopping.abort() })
    const context = new RouterContextProvider()
    context.set(apiContext, api.call)
    context.set(reportContext, (error) => app.log.error({ err: error }, 'a page could not be rendered'))
    const page = await renderingOf(build).handle(
      new Request(buildPageUrl(url, new URL(deps.config.publicUrl).origin), { signal: stopping.signal }),
      context,
    )
    if (stopping.signal.aborted) return NOT_RENDERED
    const { [FRAME_HOSTS]: frameHosts = '', [SCRIPT_NONCE]: nonce = '', ...headers } = Object.fromEntries(page.headers)
    // A page may add `vary` headers of its own.
    const vary = [PUBLIC_PAGE.vary, headers['vary']].filter(Boolean).join(', ')
    const made = {
      status: page.status,
      isPublic: api.isPublic(page.status),
      headers: { ...headers, ...PUBLIC_PAGE, vary },
    }
    if (!headers['content-type']?.startsWith('text/html'))
      return { ...made, body: Buffer.from(await page.arrayBuffer()) }
    const { html, scripts } = extractInlineScripts(await page.text(), nonce)
    const { delivery } = deps.files
    const isFramed = mayBeFramed(url)
    const policy = buildContentSecurityPolicy({
      scripts,
      cards: deps.cards,
      storage: delivery.from === 'storage' ? delivery.origin : undefined,
      frameHosts: frameHosts.split(' ').filter(Boolean),
      isStudio: isInStudio(url),
      isFramed,
      isHot,
    })
    const framed = isFramed ? FRAMED_HEADER : undefined
    return { ...made, headers: { ...made.headers, ...framed, 'content-security-policy': policy }, body: html }
  }

  /**
   * Answers from the cache if possible. Each request checks whether the subject exists, but all missing subjects share
   * one cached 404 page, because the number of such URLs is unlimited.
   */
  function answer(build: ServerBuild, { key, url, missing }: ResolvedPage): Promise<CompressedReply | RenderedReply> {
    const { replyCache } = app
    if (key === missing) return replyCache.answer(key, () => render(build, url))
    return replyCache.answer(key, async () => {
      const page = await render(build, url, { untilMissing: replyCache.find(missing) !== undefined })
      if (page.status !== 404) return page
      return replyCache.answer(missing, async () => (page === NOT_RENDERED ? render(build, url) : page))
    })
  }

  app.decorateRequest('page', undefined)
  const onRequest = async (request: FastifyRequest) => {
    request.page = renderingOf(await load()).addressOf(request.url)
  }
  app.get(ANY_PAGE, { config: { access: 'page' }, onRequest }, async (request: FastifyRequest, reply: FastifyReply) => {
    const build = await load()
    const address = request.page ?? renderingOf(build).addressOf(request.url)
    // A page that depends on typed input is private, so it is not cached.
    const made =
      isHot || address.hasQuery
        ? await render(build, isHot ? request.url : address.url, { ip: request.ip })
        : await answer(build, address)
    if (isCompressedReply(made)) return sendCompressed(made, request, reply)
    if (made.status === 503) void reply.header('retry-after', 5)
    return sendRendered(made, reply)
  })
}

/** Caches a value that is derived from a build, once per build. With hot reload, every change makes a new build. */
function memoizeByBuild<Derived>(derive: (build: ServerBuild) => Derived): (build: ServerBuild) => Derived {
  const derived = new WeakMap<ServerBuild, Derived>()
  return (build) => {
    const known = derived.get(build) ?? derive(build)
    derived.set(build, known)
    return known
  }
}
