import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { CallApi } from '#shared/call.ts'
import { callInProcess } from './in-process.ts'
import type { Deps } from '../deps.ts'
import { contentSecurityPolicy, ownScripts } from './security.ts'

/** Registers every page on the server. */
export type Pages = (app: FastifyInstance) => Promise<void>

const BUILD = path.resolve(import.meta.dirname, '../../../build')

/** Pages as `npm run build` left them. */
export async function builtPages(deps: Deps): Promise<Pages> {
  const build: unknown = await import(pathToFileURL(path.join(BUILD, 'server/index.js')).href)
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
        cacheControl: false,
        setHeaders(reply, file) {
          const isHashed = file.includes(`${path.sep}assets${path.sep}`)
          void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
        },
      })
    })
    renderPages(app, deps, { load: () => Promise.resolve(build as ServerBuild), isHot: false })
  }
}

/** Pages straight from the sources, reloaded as they change. */
export async function hotPages(deps: Deps): Promise<Pages> {
  const { createServer } = await import('vite')
  return async (app) => {
    const vite = await createServer({
      server: { middlewareMode: { server: app.server }, hmr: { server: app.server } },
      appType: 'custom',
    })
    app.addHook('onRequest', (request, reply, done) => {
      if (/^\/(Academy\/|media\/|images\/|dev\/|healthz|readyz|metrics|webhooks\/)/.test(request.url)) return done()
      vite.middlewares(request.raw, reply.raw, (error: unknown) => done(error instanceof Error ? error : undefined))
    })
    app.addHook('onClose', () => vite.close())
    renderPages(app, deps, {
      load: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
      isHot: true,
    })
  }
}

// A page's words to the server, never sent on: hosts of which it shows frames, and the mark of its own scripts.
const FRAME_HOSTS = 'x-frame-hosts'
const SCRIPT_NONCE = 'x-script-nonce'

function takeHeader(headers: Headers, name: string): string {
  const value = headers.get(name) ?? ''
  headers.delete(name)
  return value
}

type Source = { load: () => Promise<ServerBuild>; isHot: boolean }

function renderPages(app: FastifyInstance, deps: Deps, { load, isHot }: Source): void {
  const api = callInProcess(app)
  app.get('*', { config: { access: 'page' } }, async (request: FastifyRequest, reply: FastifyReply) => {
    const build = await load()
    const context = new RouterContextProvider()
    context.set(apiContextOf(build), api)
    const handle = createRequestHandler(build, isHot ? 'development' : 'production')
    const page = await handle(
      new Request(pageAddress(request.url, deps.config.publicUrl), {
        headers: { accept: request.headers.accept ?? '*/*' },
      }),
      context,
    )

    const frameHosts = takeHeader(page.headers, FRAME_HOSTS).split(' ').filter(Boolean)
    const nonce = takeHeader(page.headers, SCRIPT_NONCE)
    void reply.code(page.status).headers(Object.fromEntries(page.headers))
    if (page.status === 503) void reply.header('retry-after', 5)
    if (!page.headers.get('content-type')?.startsWith('text/html'))
      return reply.send(Buffer.from(await page.arrayBuffer()))
    const { html, scripts } = ownScripts(await page.text(), nonce)
    const { delivery } = deps.files
    const storage = delivery.from === 'storage' ? delivery.origin : undefined
    const policy = contentSecurityPolicy({ scripts, cards: deps.cards, storage, frameHosts, isHot })
    return reply.header('content-security-policy', policy).send(html)
  })
}

/** By hand: as a relative address, one that begins with two slashes names another host, or none. */
function pageAddress(path: string, publicUrl: string): URL {
  return new URL(`${new URL(publicUrl).origin}/${path.replace(/^[/\\]+/, '')}`)
}

/** The page build brings its own copy of the key under which loaders find the API: `entry.server.tsx` hands it out. */
function apiContextOf(build: ServerBuild) {
  const entry = build.entry.module as unknown as { apiContext: import('react-router').RouterContext<CallApi> }
  return entry.apiContext
}
