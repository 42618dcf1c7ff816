import type { FastifyInstance } from 'fastify'
import { listCatalog } from '#features/catalog/drafts/drafts.public.ts'
import { previewPicture, previewText, saveSite, getSiteForm } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { previewSitePicture, previewSiteText, readSiteForm, saveSiteForm } from './site-screen.contract.ts'

export function siteScreenRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readSiteForm, async () => {
    const { files, ...read } = await getSiteForm(deps.db)
    return {
      ...read,
      courses: (await listCatalog(deps.db)).flatMap(({ kind, address, name, isPublished }) =>
        kind === 'course' && address !== null ? [{ id: address, title: name, is_on_sale: isPublished }] : [],
      ),
      files: files.map(({ contentType, ...file }) => ({ ...file, seconds: null, content_type: contentType })),
    }
  })
  registerEndpoint(app, saveSiteForm, async ({ body, member }) => {
    const { changed, revision } = await saveSite(deps, { ...body, by: toStaff(member) })
    return { message: describeSaved(changed), revision }
  })
  registerEndpoint(app, previewSitePicture, async ({ body: { place, file }, member }) => ({
    image: await previewPicture(deps, { place, fileId: file, member: member.id }),
  }))
  registerEndpoint(app, previewSiteText, async ({ body }) => ({ html: await previewText(deps.db, body) }))
}

/** `changed`: the names of the changed settings. */
function describeSaved(changed: readonly string[]): string {
  if (changed.length === 0) return 'No changes to save.'
  if (changed.includes('home_confirmed')) return 'Published. Visitors see your home page within a second.'
  return 'Saved. Visitors see the changes within a second.'
}
