import type { FastifyInstance } from 'fastify'
import { getWorksheet, previewCourse } from '#features/catalog/courses/courses.public.ts'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import {
  beginProduct,
  PRODUCT_FORMATS,
  restoreVersionAsDraft,
  rebaseDraft,
  copyProduct,
  discardDraft,
  listCatalog,
  listVersions,
  openDraft,
  saveProductOrder,
  publishDraft,
  putProductOnSale,
  saveChanges,
  revertLecture,
} from '#features/catalog/drafts/drafts.public.ts'
import type { DocumentPlan } from '#features/catalog/documents/document-model.contract.ts'
import { previewDocument } from '#features/catalog/documents/documents.public.ts'
import type { PodcastPlan } from '#features/catalog/podcasts/podcast-model.contract.ts'
import { previewPodcast } from '#features/catalog/podcasts/podcasts.public.ts'
import { listPendingRegrades } from '#features/learning/exams/exams.public.ts'
import { PRICE_PENDING } from '#features/foundation/products/products.public.ts'
import { countCheckouts } from '#features/commerce/payments/payments.public.ts'
import { countOwners } from '#features/foundation/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import { isConfirmed } from '#platform/http/access.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { createTurns } from '#platform/turns.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import type { Change } from '#shared/plan-changes.ts'
import { toStaff } from '#shared/policy.ts'
import {
  restoreVersion,
  openProduct,
  publishLecture,
  publishProduct,
  readVersions,
  previewProduct,
  saveProductChanges,
  revertDraftLecture,
  discardProductDraft,
  rebaseProductDraft,
} from './builder.contract.ts'
import {
  createProduct,
  duplicateProduct,
  listProducts,
  putOnSale,
  readSaleEffect,
  reorderProducts,
} from './catalog.contract.ts'
import { readWorksheet } from './worksheet.contract.ts'

export function builderRoutes(app: FastifyInstance, deps: Deps): void {
  // A draft can be several megabytes.
  const takeTurn = createTurns()
  registerEndpoint(app, listProducts, async () => {
    const products = (await listCatalog(deps.db)).map(
      ({ priceCents, isPublished, hasDraft, changedAt, ...product }) => ({
        ...product,
        price: priceCents === null ? null : formatDecimal(cents(priceCents)),
        is_on_sale: isPublished,
        has_draft: hasDraft,
        changed: changedAt.toISOString(),
      }),
    )
    return { products }
  })
  registerEndpoint(app, createProduct, async ({ body, member }) => ({
    id: await beginProduct(deps, { ...body, by: toStaff(member) }),
  }))
  registerEndpoint(app, duplicateProduct, async ({ params, member }) => ({
    id: await copyProduct(deps, { ...params, by: toStaff(member) }),
  }))
  registerEndpoint(app, reorderProducts, async ({ body, member }) => {
    await saveProductOrder(deps, { ...body, by: toStaff(member) })
    return { message: 'Catalog order saved.' }
  })
  registerEndpoint(app, readSaleEffect, async ({ params: { id } }) => ({
    owners: await countOwners(deps.db, id),
    checkouts: await countCheckouts(deps.db, id),
  }))
  registerEndpoint(app, putOnSale, async ({ params: { id }, body, member }) => {
    await putProductOnSale(deps, { id, isOnSale: body.is_on_sale, by: toStaff(member) })
    return { message: body.is_on_sale ? 'Now for sale.' : 'No longer for sale. Buyers keep access.' }
  })
  registerEndpoint(app, openProduct, ({ params: { id }, member }) => takeTurn(member.id, () => toOpenProduct(deps, id)))
  registerEndpoint(app, saveProductChanges, async ({ params: { id }, body, member }) => {
    const saved = await saveChanges(deps, {
      id,
      // The schema ensures that the values are JSON, which its type can't express.
      changes: body.changes as Change[],
      seen: body.revision,
      standsSince: body.stands_since === null ? null : new Date(body.stands_since),
      begun: toIsoDate(body.begun),
      by: toStaff(member),
    })
    if ('clashes' in saved)
      return { revision: null, begun: null, findings: [], warnings: [], others: [], clashes: saved.clashes }
    return { ...saved, begun: saved.begun.toISOString(), clashes: [] }
  })
  registerEndpoint(app, publishProduct, async ({ params: { id }, body, member }) => {
    const { revision, is_on_sale: isOnSale } = body
    const begun = toIsoDate(body.begun)
    const { address, lectures, ...published } = await publishDraft(deps, {
      id,
      revision,
      begun,
      isOnSale,
      by: toStaff(member),
      isConfirmed: isConfirmed(member, deps.now()),
    })
    const pending = published.isPricePending && isOnSale ? ` ${PRICE_PENDING}` : ''
    return {
      message: published.isOnSale ? 'Published and for sale.' : `Published, but not for sale.${pending}`,
      address,
      lectures,
      keys_to_mark: (await listPendingRegrades(deps, id)).length,
    }
  })
  registerEndpoint(app, publishLecture, async ({ params: { id, lecture }, body: { revision, begun }, member }) => {
    await publishDraft(deps, { id, revision, begun: toIsoDate(begun), lecture, isOnSale: true, by: toStaff(member) })
    return { message: 'Lecture published. The rest of the draft is unchanged.' }
  })
  registerEndpoint(app, revertDraftLecture, async ({ params: { id, lecture }, member }) => {
    await revertLecture(deps, { id, lecture, by: toStaff(member) })
    return { message: 'Lecture changes discarded.' }
  })
  registerEndpoint(app, discardProductDraft, async ({ params: { id }, member }) => {
    await discardDraft(deps, { id, by: toStaff(member) })
    return { message: 'Draft discarded.' }
  })
  registerEndpoint(app, rebaseProductDraft, async ({ params: { id }, body: { choices }, member }) => {
    await rebaseDraft(deps, { id, choices, by: toStaff(member) })
    return toOpenProduct(deps, id)
  })
  registerEndpoint(app, previewProduct, ({ params: { id }, member }) =>
    takeTurn(member.id, async () => {
      const { kind, plan, files } = await openDraft(deps, id)
      return {
        course: kind === 'course' ? await previewCourse(deps, { plan: plan as CoursePlan, files }) : null,
        podcast: kind === 'podcast' ? await previewPodcast(deps, plan as PodcastPlan) : null,
        document: kind === 'document' ? await previewDocument(deps, { id, plan: plan as DocumentPlan, files }) : null,
      }
    }),
  )
  registerEndpoint(app, readWorksheet, ({ params }) => getWorksheet(deps, params.id))
  registerEndpoint(app, readVersions, async ({ params: { id } }) => {
    const versions = await listVersions(deps.db, id)
    return {
      versions: versions.map(({ publishedAt, ...version }) => ({
        ...version,
        published: publishedAt.toISOString(),
      })),
    }
  })
  registerEndpoint(app, restoreVersion, async ({ params: { id, number }, member }) => {
    await restoreVersionAsDraft(deps, { id, number, by: toStaff(member) })
    return { message: `Restored version ${number} as the draft.` }
  })
}

function toIsoDate(text: string | null | undefined): Date | null | undefined {
  return typeof text === 'string' ? new Date(text) : text
}

async function toOpenProduct(deps: Deps, id: string): Promise<EndpointReply<typeof openProduct>> {
  const opened = await openDraft(deps, id)
  const { kind, plan, files, findings, warnings, revision, begun, standsSince, isPublished, address, differences } =
    opened
  return {
    id,
    kind,
    plan,
    fields: PRODUCT_FORMATS[kind].fields,
    files: files.map(({ id: fileId, name, contentType, bytes, seconds, undrawnAt, warnings }) => {
      const isUndrawn = kind === 'document' && undrawnAt !== null
      return {
        id: fileId,
        name,
        content_type: contentType,
        bytes,
        seconds,
        ...(warnings.length > 0 && { warnings }),
        ...(isUndrawn && { is_undrawn: true }),
      }
    }),
    findings,
    warnings,
    revision,
    begun: begun?.toISOString() ?? null,
    stands_since: standsSince?.toISOString() ?? null,
    is_on_sale: isPublished,
    address,
    differences,
    owners: await countOwners(deps.db, id),
  }
}
