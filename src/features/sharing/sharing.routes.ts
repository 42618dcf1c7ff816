import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { academyCard, podcastCover, productCard, sitemap, sitemapPart, webManifest } from './sharing.service.ts'
import { robotsOf } from './sitemap.rules.ts'

const Part = z.object({ file: z.string() })
const Card = z.object({ kind: z.enum(['course', 'podcast', 'document']), file: z.string() })

/** No calls of the API: what crawlers, podcast players and telephones fetch. */
const options = { config: { access: 'page' }, schema: { hide: true } } as const

export function sharingRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/robots.txt', options, (_, reply) =>
    send(reply, 'text/plain; charset=utf-8', robotsOf(deps.config.publicUrl)),
  )
  app.get('/sitemap.xml', options, async (_, reply) => send(reply, XML, await sitemap(deps)))
  app.get('/sitemap/:file', options, async (request, reply) => {
    const { file } = Part.parse(request.params)
    return send(reply, XML, await sitemapPart(deps, nameOf(file, '.xml')))
  })
  app.get('/manifest.webmanifest', options, async (_, reply) =>
    send(reply, 'application/manifest+json', JSON.stringify(await webManifest(deps))),
  )

  app.get('/share/academy.png', options, async (_, reply) => send(reply, 'image/png', await academyCard(deps)))
  app.get('/share/podcasts.png', options, async (_, reply) => send(reply, 'image/png', await podcastCover(deps)))
  app.get('/share/:kind/:file', options, async (request, reply) => {
    const card = Card.safeParse(request.params)
    if (!card.success) throw notThere()
    const { kind, file } = card.data
    return send(reply, 'image/png', await productCard(deps, kind, nameOf(file, '.png')))
  })
}

const XML = 'application/xml; charset=utf-8'

function send(reply: FastifyReply, type: string, content: string | Buffer): FastifyReply {
  return reply.header('content-type', type).header('cache-control', 'public, max-age=3600').send(content)
}

function nameOf(file: string, ending: string): string {
  if (!file.endsWith(ending)) throw notThere()
  return file.slice(0, -ending.length)
}

function notThere(): AppError {
  return new AppError('not_found', 'There is nothing at this address.')
}
