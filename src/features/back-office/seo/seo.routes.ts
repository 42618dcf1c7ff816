import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { PUBLIC_PAGE } from '#platform/http/public-reply.ts'
import { sendCachedText } from '#platform/http/register-endpoint.ts'
import { AppError } from '#shared/app-error.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import {
  renderAcademyCard,
  renderCertificateCard,
  renderPodcastCover,
  renderProductCard,
  buildWebManifest,
} from './seo.service.ts'
import { buildSitemap, buildSitemapPart } from './sitemap.service.ts'
import { renderRobotsTxt } from './sitemap.rules.ts'

const Part = z.object({ file: z.string() })
const Certificate = z.object({ id: z.string().min(1).max(100) })
const Card = z.object({ kind: z.enum(KIND_NAMES), file: z.string() })

/** Not part of the API: fetched by crawlers, podcast players, and phones. */
const options = { config: { access: 'page' }, schema: { hide: true } } as const

const SITEMAP_HEADERS = { 'content-type': 'application/xml; charset=utf-8', ...PUBLIC_PAGE }

/** A certificate may be revoked, and only people who were given its URL should see it. */
const CERTIFICATE_OPTIONS = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=300',
  'x-robots-tag': 'noindex',
}

export function seoRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/robots.txt', options, (_, reply) =>
    send(reply, 'text/plain; charset=utf-8', renderRobotsTxt(deps.config.publicUrl)),
  )
  app.get('/sitemap.xml', options, (request, reply) =>
    sendCachedText(request, reply, { headers: SITEMAP_HEADERS, make: () => buildSitemap(deps) }),
  )
  app.get('/sitemap/:file', options, (request, reply) => {
    const { file } = Part.parse(request.params)
    const part = getFileName(file, '.xml')
    return sendCachedText(request, reply, { headers: SITEMAP_HEADERS, make: () => buildSitemapPart(deps, part) })
  })
  app.get('/manifest.webmanifest', options, async (_, reply) =>
    send(reply, 'application/manifest+json', JSON.stringify(await buildWebManifest(deps))),
  )

  app.get('/share/academy.png', options, async (_, reply) => send(reply, 'image/png', await renderAcademyCard(deps)))
  app.get('/share/podcasts.png', options, async (_, reply) => send(reply, 'image/png', await renderPodcastCover(deps)))
  // The certificate lookup limit applies to this URL, too, so the image can't be used to guess IDs.
  app.get('/Certificate/:id/share.png', options, async (request, reply) => {
    const certificate = Certificate.safeParse(request.params)
    if (!certificate.success) throw notFoundError()
    return reply.headers(CERTIFICATE_OPTIONS).send(await renderCertificateCard(deps, certificate.data.id))
  })
  app.get('/share/:kind/:file', options, async (request, reply) => {
    const card = Card.safeParse(request.params)
    if (!card.success) throw notFoundError()
    const { kind, file } = card.data
    return send(reply, 'image/png', await renderProductCard(deps, kind, getFileName(file, '.png')))
  })
}

function send(reply: FastifyReply, type: string, content: string | Buffer): FastifyReply {
  return reply.header('content-type', type).header('cache-control', 'public, max-age=3600').send(content)
}

function getFileName(file: string, ending: string): string {
  if (!file.endsWith(ending)) throw notFoundError()
  return file.slice(0, -ending.length)
}

function notFoundError(): AppError {
  return new AppError('not_found', 'Nothing found at this address.')
}
