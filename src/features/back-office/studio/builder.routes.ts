import type { FastifyInstance } from 'fastify'
import type { CoursePlan } from '#features/catalog/courses/course-plan.contract.ts'
import {
  beginProduct,
  bringBackVersion,
  bringUpToDate,
  copyProduct,
  discardDraft,
  listCatalogue,
  listVersions,
  openDraft,
  orderShelf,
  publishDraft,
  putProductOnSale,
  saveChanges,
  takeLectureBack,
} from '#features/catalog/drafts/drafts.public.ts'
import { keysToMarkBy } from '#features/learning/exams/exams.public.ts'
import { previewHtml } from '#features/foundation/markdown/markdown.public.ts'
import { countOwners } from '#features/foundation/ownership/ownership.public.ts'
import { PRICE_PENDING } from '#features/foundation/products/products.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { isConfirmed } from '#platform/http/access.ts'
import { serve } from '#platform/http/serve.ts'
import { minuteOf } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { cents, decimalOf } from '#shared/money.ts'
import type { Change } from '#shared/plan-changes.ts'
import { staffOf } from '#shared/policy.ts'
import { documentText, typedText } from '#shared/markdown.ts'
import {
  bringVersionBack,
  openProduct,
  publishLecture,
  publishProduct,
  readVersions,
  renderDescription,
  saveProductChanges,
  takeBackLecture,
  throwDraftAway,
  updateDraft,
} from './builder.contract.ts'
import { beginNewProduct, copyAProduct, listProducts, orderAShelf, putOnSale } from './catalog.contract.ts'

export function builderRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listProducts, async () => {
    const { timeZone } = await readSite(deps.db)
    const products = (await listCatalogue(deps.db)).map(
      ({ priceCents, isPublished, hasDraft, changedAt, ...product }) => ({
        ...product,
        price: priceCents === null ? null : decimalOf(cents(priceCents)),
        is_on_sale: isPublished,
        has_draft: hasDraft,
        changed: minuteOf(changedAt, timeZone),
      }),
    )
    return { products }
  })
  serve(app, beginNewProduct, async ({ body, member }) => ({
    id: await beginProduct(deps, { ...body, by: staffOf(member) }),
  }))
  serve(app, copyAProduct, async ({ params, member }) => ({
    id: await copyProduct(deps, { ...params, by: staffOf(member) }),
  }))
  serve(app, orderAShelf, async ({ body, member }) => {
    await orderShelf(deps, { ...body, by: staffOf(member) })
    return { message: 'The order is changed.' }
  })
  serve(app, putOnSale, async ({ params: { id }, body, member }) => {
    await putProductOnSale(deps, { id, isOnSale: body.is_on_sale, by: staffOf(member) })
    return { message: body.is_on_sale ? 'It is on sale.' : 'It is off sale. Who owns it keeps it.' }
  })
  serve(app, openProduct, ({ params: { id } }) => workedOn(deps, id))
  serve(app, saveProductChanges, async ({ params: { id }, body, member }) => {
    const saved = await saveChanges(deps, {
      id,
      // The schema has read it; that its values are JSON, its type can't tell.
      changes: body.changes as Change[],
      seen: body.revision,
      standsSince: body.stands_since === null ? null : new Date(body.stands_since),
      begun: dateOf(body.begun),
      by: staffOf(member),
    })
    if ('clashes' in saved)
      return { revision: null, begun: null, findings: [], warnings: [], others: [], clashes: saved.clashes }
    return { ...saved, begun: saved.begun.toISOString(), clashes: [] }
  })
  serve(app, publishProduct, async ({ params: { id }, body, member }) => {
    const { revision, is_on_sale: isOnSale } = body
    const begun = dateOf(body.begun)
    const { address, lectures, ...published } = await publishDraft(deps, {
      id,
      revision,
      begun,
      isOnSale,
      by: staffOf(member),
      isConfirmed: isConfirmed(member, deps.now()),
    })
    const pending = published.isPricePending && isOnSale ? ` ${PRICE_PENDING}` : ''
    return {
      message: published.isOnSale ? 'It is published, and on sale.' : `It is published, and not on sale.${pending}`,
      address,
      lectures,
      keys_to_mark: (await keysToMarkBy(deps, id)).length,
    }
  })
  serve(app, publishLecture, async ({ params: { id, lecture }, body: { revision, begun }, member }) => {
    await publishDraft(deps, { id, revision, begun: dateOf(begun), lecture, isOnSale: true, by: staffOf(member) })
    return { message: 'The lecture is published. All else of the draft waits.' }
  })
  serve(app, takeBackLecture, async ({ params: { id, lecture }, member }) => {
    await takeLectureBack(deps, { id, lecture, by: staffOf(member) })
    return { message: 'The lecture is as it was.' }
  })
  serve(app, throwDraftAway, async ({ params: { id }, member }) => {
    await discardDraft(deps, { id, by: staffOf(member) })
    return { message: 'The draft is gone.' }
  })
  serve(app, updateDraft, async ({ params: { id }, body: { choices }, member }) => {
    await bringUpToDate(deps, { id, choices, by: staffOf(member) })
    return workedOn(deps, id)
  })
  serve(app, renderDescription, async ({ params: { id } }) => {
    const { plan } = await openDraft(deps, id)
    const lectures = []
    for (const { id: lecture, description } of (plan as Partial<CoursePlan>).lectures ?? [])
      lectures.push({ id: lecture, html: await previewHtml(typedText(description)) })
    return { html: await previewHtml(documentText(plan.description)), lectures }
  })
  serve(app, readVersions, async ({ params: { id } }) => {
    const { timeZone } = await readSite(deps.db)
    const versions = await listVersions(deps.db, id)
    return {
      versions: versions.map(({ publishedAt, ...version }) => ({
        ...version,
        published: minuteOf(publishedAt, timeZone),
      })),
    }
  })
  serve(app, bringVersionBack, async ({ params: { id, number }, member }) => {
    await bringBackVersion(deps, { id, number, by: staffOf(member) })
    return { message: `The draft is as version ${number} was.` }
  })
}

function dateOf(text: string | null | undefined): Date | null | undefined {
  return typeof text === 'string' ? new Date(text) : text
}

async function workedOn(deps: Deps, id: string): Promise<ReplyOf<typeof openProduct>> {
  const opened = await openDraft(deps, id)
  const { kind, plan, files, findings, warnings, revision, begun, standsSince, isPublished, address, differences } =
    opened
  return {
    id,
    kind,
    plan,
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
