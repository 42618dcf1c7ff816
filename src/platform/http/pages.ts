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
import { buildContentSecurityPolicy, extractInlineScripts } from './security.ts'
import { isLocalRequest } from './local-request.ts'

const ANY_PAGE = '*'

/** Registers every page on the server. */
export type Pages = (app: FastifyInstance) => Promise<void>

const BUILD = path.resolve(import.meta.dirname, '../../../build')

/** Pages as `npm run build` left them. Throws ConfigError where it has left none. */
export async function loadBuiltPages(
  deps: Deps,
  { kept = sharedAssets }: { kept?: string | undefined } = {},
): Promise<Pages> {
  const script = path.join(BUILD, 'server/index.js')
  if (!existsSync(script))
    throw new ConfigError('The pages are not built: npm run build. (npm start does it by itself.)')
  const build: unknown = await import(pathToFileURL(script).href)
  return async (app) => {
    await app.register(async (files) => {
      files.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: 'page' }
      })
      // Names of built assets carry a hash of their content; each lies there compressed as well.
      await files.register(fastifyStatic, {
        root: path.join(BUILD, 'client'),
        wildcard: false,
        preCompressed: true,
        // Nobody asks for these by name, and each would be two routes more.
        globIgnore: ['**/*.br', '**/*.gz'],
        cacheControl: false,
        setHeaders(reply, file) {
          const isHashed = file.includes(`${path.sep}assets${path.sep}`)
          void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
        },
      })
      // What a page of another version asks for: while processes are renewed, and in tabs that stay open.
      if (kept !== undefined)
        files.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) => reply.sendFile(params['*'], kept))
    })
    renderPages(app, deps, { load: () => Promise.resolve(build as ServerBuild), isHot: false })
  }
}

/**
 * Pages straight from the sources, reloaded as they change. Vite hands out every file of the project that it is asked for: it answers this
 * machine alone unless DEV_MAIL_OPEN_TO says otherwise, and secrets and what members stored to nobody.
 */
export async function createDevPages(deps: Deps): Promise<Pages> {
  const { config } = deps
  const { createServer } = await import('vite')
  const isServed = (request: Pick<FastifyRequest, 'socket' | 'headers'>) =>
    config.devMailOpenTo === 'anyone' || isLocalRequest(request)
  return async (app) => {
    // Before Vite's own listener, which would take the connection.
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

/** Patterns of paths: folders of the academy's data, wherever they lie, by each of their names. */
function getDeniedPatterns({ dataDir, files }: Deps['config']): string[] {
  const folders = files.kind === 'folder' ? [dataDir, files.folder] : [dataDir]
  const names = new Set(folders.flatMap((folder) => [folder, existsSync(folder) ? realpathSync(folder) : folder]))
  const data = [...names].map((name) => name.replaceAll(path.sep, '/').replaceAll(/[\\*?[\]{}()!+@|]/g, '\\$&'))
  return [...data.flatMap((name) => [name, `${name}/**`]), ...SECRET_FILES]
}

const SECRET_FILES = ['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '**/.git', '**/.git/**']

// Headers from a page to the server, which are not sent on: the hosts whose frames the page shows, and the mark of its own scripts.
const FRAME_HOSTS = 'x-frame-hosts'
const SCRIPT_NONCE = 'x-script-nonce'

/** The page build brings its own copies of the keys under which its loaders find what we give them: `entry.server.tsx` hands them out. */
type EntryContexts = { apiContext: RouterContext<CallApi>; reportContext: RouterContext<(error: unknown) => void> }

/** There is nothing at this address, and the page that says so is kept already. */
const NOT_RENDERED: RenderedReply = { status: 404, isPublic: false, headers: {}, body: '' }

type RenderOptions = { untilMissing?: boolean; ip?: string }

type PageSource = { load: () => Promise<ServerBuild>; isHot: boolean }

function renderPages(app: FastifyInstance, deps: Deps, { load, isHot }: PageSource): void {
  const renderingOf = memoizeByBuild((build: ServerBuild) => ({
    handle: createRequestHandler(build, isHot ? 'development' : 'production'),
    addressOf: createPageResolver(build),
  }))

  /** With `untilMissing` no more than is needed to know whether there is such a thing. */
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
    context.set(reportContext, (error) => app.log.error({ err: error }, 'a page failed'))
    const page = await renderingOf(build).handle(
      new Request(buildPageUrl(url, new URL(deps.config.publicUrl).origin), { signal: stopping.signal }),
      context,
    )
    if (stopping.signal.aborted) return NOT_RENDERED
    const { [FRAME_HOSTS]: frameHosts = '', [SCRIPT_NONCE]: nonce = '', ...headers } = Object.fromEntries(page.headers)
    // A page may say that it depends on more.
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
    const policy = buildContentSecurityPolicy({
      scripts,
      cards: deps.cards,
      storage: delivery.from === 'storage' ? delivery.origin : undefined,
      frameHosts: frameHosts.split(' ').filter(Boolean),
      isStudio: isInStudio(url),
      isHot,
    })
    return { ...made, headers: { ...made.headers, 'content-security-policy': policy }, body: html }
  }

  /** What is not there is looked for each time, and told with one page that is kept: there is no end of such addresses. */
  function answer(build: ServerBuild, { key, url, missing }: ResolvedPage): Promise<CompressedReply | RenderedReply> {
    const { kept } = app
    if (key === missing) return kept.answer(key, () => render(build, url))
    return kept.answer(key, async () => {
      const page = await render(build, url, { untilMissing: kept.find(missing) !== undefined })
      if (page.status !== 404) return page
      return kept.answer(missing, async () => (page === NOT_RENDERED ? render(build, url) : page))
    })
  }

  app.decorateRequest('page', undefined)
  const onRequest = async (request: FastifyRequest) => {
    request.page = renderingOf(await load()).addressOf(request.url)
  }
  app.get(ANY_PAGE, { config: { access: 'page' }, onRequest }, async (request: FastifyRequest, reply: FastifyReply) => {
    const build = await load()
    const address = request.page ?? renderingOf(build).addressOf(request.url)
    // What is made of words that somebody typed is his alone.
    const made =
      isHot || address.hasQuery
        ? await render(build, isHot ? request.url : address.url, { ip: request.ip })
        : await answer(build, address)
    if (isCompressedReply(made)) return sendCompressed(made, request, reply)
    if (made.status === 503) void reply.header('retry-after', 5)
    return sendRendered(made, reply)
  })
}

/** What is derived of a build, once for each; while pages are hot there is a new one after every change. */
function memoizeByBuild<Derived>(derive: (build: ServerBuild) => Derived): (build: ServerBuild) => Derived {
  const derived = new WeakMap<ServerBuild, Derived>()
  return (build) => {
    const known = derived.get(build) ?? derive(build)
    derived.set(build, known)
    return known
  }
}
