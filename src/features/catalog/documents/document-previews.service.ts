import { renderForPage } from '#features/foundation/markdown/markdown.public.ts'
import {
  nameOrUntitled,
  toPreviewedProduct,
  withPlanPrice,
} from '#features/foundation/product-folders/product-folders.public.ts'
import type { Deps } from '#platform/deps.ts'
import { imageAddress } from '#shared/image-address.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import { toDocumentDetail } from './document-details.service.ts'
import type { DocumentPlan } from './document-model.contract.ts'
import type { DocumentDetail } from './documents.contract.ts'
import { listFirstPages } from './documents.queries.ts'

type DraftFile = { id: string; contentType: string; pages: number | null }
type Draft = { id: string; plan: DocumentPlan; files: readonly DraftFile[] }

/**
 * Returns a draft as its page would show it if it were published now. Anything may be missing. First pages appear if
 * they were drawn for the published document.
 */
export async function previewDocument({ db }: Pick<Deps, 'db'>, { id, plan, files }: Draft): Promise<DocumentDetail> {
  const product = toPreviewedProduct(plan)
  const drawn = new Map((await listFirstPages(db, id)).map(({ fileId, ...pages }) => [fileId, pages]))
  const addressOf = (picture: { id: string; name: string } | null | undefined) =>
    picture ? imageAddress(picture.id, picture.name) : null
  const inside = plan.files.flatMap(({ name, file: fileId }) => {
    const file = files.find((each) => each.id === fileId)
    if (!file) return []
    const pages = drawn.get(file.id)
    const { contentType } = file
    return {
      name: nameOrUntitled(name),
      contentType,
      pages: file.pages,
      preview: addressOf(pages?.preview),
      sample: plan.sample_page ? addressOf(pages?.sample) : null,
    }
  })
  const { html } = await renderForPage(toDocumentMarkdown(product.fullDescription))
  return withPlanPrice(toDocumentDetail({ ...product, files: [], inside }, html), plan)
}
