import type { FastifyInstance } from 'fastify'
import { previewPicture, previewText, saveSite, siteOnScreen } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { staffOf } from '#shared/policy.ts'
import { previewSitePicture, previewSiteText, readSiteForm, saveSiteForm } from './site-screen.contract.ts'

export function siteScreenRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readSiteForm, async () => {
    const { files, ...read } = await siteOnScreen(deps.db)
    return {
      ...read,
      files: files.map(({ contentType, ...file }) => ({ ...file, seconds: null, content_type: contentType })),
    }
  })
  serve(app, saveSiteForm, async ({ body, member }) => {
    const { changed, revision } = await saveSite(deps, { ...body, by: staffOf(member) })
    return {
      message: changed.length === 0 ? 'Nothing was changed.' : 'Saved. Visitors see it within a second.',
      revision,
    }
  })
  serve(app, previewSitePicture, async ({ body: { place, file }, member }) => ({
    image: await previewPicture(deps, { place, fileId: file, member: member.id }),
  }))
  serve(app, previewSiteText, async ({ body }) => ({ html: await previewText(deps.db, body) }))
}
