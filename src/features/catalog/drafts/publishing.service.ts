import { buffer } from 'node:stream/consumers'
import type { Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { PlanFields, PlanFinding } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { checkFields, saveRendered } from '#features/foundation/markdown/markdown.public.ts'
import { COVER_WIDTHS, drawWidths } from '#features/foundation/files/files.public.ts'
import { resolveAddress, type StoredProduct } from '#features/foundation/product-folders/product-folders.public.ts'
import type { CoverImage, ProductFile } from '#features/foundation/products/products.public.ts'
import {
  findProductsByAddress,
  saveInTransaction,
  setSale,
  addressTakenError,
} from '#features/foundation/products/products.public.ts'
import { queueFileIndexing } from '#features/foundation/files/files.public.ts'
import { findRenderedCover } from '#features/catalog/uploads/uploads.public.ts'
import type { Deps } from '#platform/deps.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { AppError, fieldErrors, stepUpRequiredError } from '#shared/app-error.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import { isItems, isDeepEqual, type Item, mergeItem } from '#shared/plan-changes.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { assertSupportedFormat } from './draft-plans.service.ts'
import { mergeWithCatalog, toPlanFiles } from './drafts.service.ts'
import {
  deleteDraft,
  findDraft,
  type DraftRow,
  type FileRow,
  findFilesByIds,
  lockDraft,
  getNextPosition,
  findProductById,
  updateDraft,
} from './drafts.queries.ts'
import { findChangedParts, getFileIds } from './draft-plans.rules.ts'
import { PRODUCT_FORMATS } from './product-formats.service.ts'
import { recordPublishedVersion, recordVersion } from './versions.service.ts'

type PublishDeps = Pick<Deps, 'db' | 'now' | 'files' | 'jobs'>

type PublishRequest = {
  id: string
  /** The revision that the publisher saw. If anyone has saved a later one, nothing is published. */
  revision: number
  begun?: Date | null | undefined
  isOnSale: boolean
  lecture?: string
  by: Staff
  /** Whether the publisher has recently confirmed their identity, which a price change requires. */
  isConfirmed?: boolean
}

type PublishResult = {
  address: string
  isOnSale: boolean
  /** Whether the price is pending. Then the product goes off sale, no matter what was requested. */
  isPricePending: boolean
  /** The new and changed lectures of a course that was already published. Members can be notified about them. */
  lectures: { key: string; name: string }[]
}

/**
 * Publishes the draft, along with changes in the catalog since the draft was started. If both changed the same part,
 * throws, because the draft must be updated first.
 */
export async function publishDraft(deps: PublishDeps, publishing: PublishRequest): Promise<PublishResult> {
  const { id, revision, begun, isOnSale, lecture, by } = publishing
  if (!hasPermission(by, 'publish')) throw permissionDeniedError(by, 'publish')
  const draft = await findDraft(deps.db, id)
  if (!draft) throw new AppError('not_found', 'There is nothing to publish. Save a change first.')
  assertSupportedFormat(draft)
  // Rendering takes seconds, and so may reading from a slow file store. So both happen before locks are taken.
  const drawn = await renderCoverToPublish(deps, draft, by)
  const lost = await findLostFiles(deps, draft)
  await renderTexts(deps, { draft, lecture })
  const stored = new Map<ProductFile, { sha256: string; bytes: number }>(drawn?.stored)
  return saveInTransaction(deps, stored, async (saving) => {
    const { tx, now } = saving
    const locked = await lockDraft(tx, id)
    const isAnother = begun !== undefined && locked?.createdAt.getTime() !== begun?.getTime()
    if (isAnother || locked?.revision !== revision || draft.revision !== revision)
      throw new AppError(
        'invalid',
        'Someone changed this draft after you opened it. Reload the page and review it before you publish.',
      )
    const product = await findProductById(tx, id)
    const standing = product && (await PRODUCT_FORMATS[product.kind].load(tx, product))
    const plan = getPlanToPublish(locked, standing, lecture)
    const rows = (await findFilesByIds(tx, getFileIds(plan))).filter(({ id: file }) => !lost.has(file))
    const files = toPlanFiles(rows)
    for (const [fileId, file] of files) stored.set(file, getContent(rows, fileId))
    const mayPrice = hasPermission(by, 'change price')
    const isPricePending = !mayPrice && (product === undefined || product.isPricePending)
    const goesOnSale = lecture === undefined ? isOnSale && !isPricePending : isPublished(product)
    const checked = PRODUCT_FORMATS[locked.kind].check(plan, {
      id,
      files,
      position: product?.position ?? (await getNextPosition(tx, locked.kind)),
      cover: plan.cover === (standing?.cover ?? null) ? undefined : (drawn?.images ?? []),
      isPublished: goesOnSale,
    })
    if ('findings' in checked) throw toPublishError(checked.findings)
    assertValidPrice(publishing, checked.priceCents, product)
    await assertAddressFree(tx, id, plan)
    if (product) await recordPublishedVersion(tx, product)
    await checked.save({ ...saving, by })
    if (lecture === undefined)
      await setSale(tx, id, {
        isPricePending,
        ...(goesOnSale !== (product && isPublished(product)) && { saleChosen: goesOnSale }),
      })
    const saved = await findProductById(tx, id)
    if (!saved) throw new Error(`The product ${id} was not saved.`)
    const published = await recordVersion(tx, { product: saved, origin: 'studio', now })
    // If only one lecture is published, the rest of the draft keeps its base, so that its changes can still be
    // distinguished from later changes in the catalog.
    if (lecture === undefined || isDeepEqual(locked.plan, published)) await deleteDraft(tx, id)
    else await updateDraft(tx, id, { base: withLecture(locked.base as PlanFields, published, lecture) })
    await recordEvent(tx, {
      at: now,
      kind: 'product.published',
      by,
      subject: { id: saved.slug, name: saved.title },
      before: product ? truncate(product) : {},
      after: { ...truncate(saved), ...(standing && { changed: describeChanges(standing, published) }) },
    })
    await queueFileIndexing(deps, tx)
    return {
      address: saved.slug,
      isOnSale: isPublished(saved),
      isPricePending,
      lectures: standing ? findChangedLectures(standing, published) : [],
    }
  })
}

/** Renders the texts that would be published. Throws a field error for a text that can't be rendered. */
async function renderTexts({ db }: PublishDeps, { draft, lecture }: { draft: DraftRow; lecture: string | undefined }) {
  const product = await findProductById(db, draft.productId)
  const format = PRODUCT_FORMATS[draft.kind]
  const plan = getPlanToPublish(draft, product && (await format.load(db, product)), lecture)
  const texts = format.texts(plan)
  const { wrong } = await checkFields(texts)
  if (wrong.length > 0) throw toPublishError(wrong)
  await saveRendered(
    db,
    texts.map(({ text, style }) => ({ text: text.trim(), style })),
  )
}

/** Returns the draft merged with the catalog's changes, or the published plan with one lecture from the draft. */
function getPlanToPublish(draft: DraftRow, standing: PlanFields | undefined, lecture: string | undefined): PlanFields {
  if (!standing) {
    if (lecture !== undefined)
      throw new AppError('invalid', 'This course was never published. Publish the whole course first.')
    return draft.plan as PlanFields
  }
  const { plan, differences } = mergeWithCatalog(draft, standing)
  const open = differences.filter(({ at }) => lecture === undefined || (at[0] === 'lectures' && at[1] === lecture))
  if (open.length > 0)
    throw new AppError(
      'invalid',
      'The product changed after this draft was started. First choose which version to keep.',
    )
  if (lecture === undefined) return plan
  return withLecture(standing, plan, lecture)
}

function withLecture(plan: PlanFields, from: PlanFields, lecture: string): PlanFields {
  return { ...plan, lectures: mergeItem(getLectures(plan), getLectures(from), lecture) }
}

function getLectures(plan: PlanFields): Item[] {
  const lectures: unknown = plan['lectures']
  if (!isItems(lectures)) throw new AppError('invalid', 'Only courses have lectures.')
  return lectures
}

function findChangedLectures(before: PlanFields, after: PlanFields): PublishResult['lectures'] {
  if (!isItems(after['lectures'])) return []
  const keys = new Set(
    findChangedParts(before, after).flatMap(([list, key]) => (list === 'lectures' && key ? key : [])),
  )
  return getLectures(after).flatMap(({ id, name }) =>
    keys.has(id) && typeof name === 'string' ? { key: id, name } : [],
  )
}

const MAX_LISTED = 20

function describeChanges(before: PlanFields, after: PlanFields): string {
  const parts = findChangedParts(before, after).map((at) => at.join('/'))
  return parts.length > MAX_LISTED
    ? `${parts.slice(0, MAX_LISTED).join(', ')}, and more`
    : parts.join(', ') || 'nothing'
}

type RenderedCover = { images: CoverImage[]; stored: [ProductFile, { sha256: string; bytes: number }][] }

/** Returns the rendered cover if the draft changed it. Returns undefined if it is unchanged or missing. */
async function renderCoverToPublish(
  { db, files }: PublishDeps,
  draft: DraftRow,
  by: Staff,
): Promise<RenderedCover | undefined> {
  const { cover } = draft.plan as PlanFields
  const before = (draft.base as PlanFields | null)?.cover
  if (cover === null || cover === before) return undefined
  const ready = await findRenderedCover(db, cover)
  if (ready.length > 0) {
    const stored = ready.map(({ name, contentType, sha256, bytes }): RenderedCover['stored'][number] => [
      { name, contentType, seconds: undefined },
      { sha256, bytes },
    ])
    const images = ready.flatMap(({ format, width }, index) => {
      const file = stored[index]?.[0]
      return file ? { format, width, file } : []
    })
    return { images, stored }
  }
  // The cover is from an earlier version, whose widest picture is used as the original.
  const [original] = await findFilesByIds(db, [cover])
  const found = original && (await files.read(original.sha256))
  if (!original || !found) throw fieldErrors({ cover: ['This image is missing. Please upload it again.'] })
  const images = await drawWidths(
    { source: await buffer(found.content) },
    { called: 'cover', widths: COVER_WIDTHS, member: by.kind === 'member' ? by.memberId : ACADEMY },
  )
  if ('wrong' in images) throw fieldErrors({ cover: [`The image ${images.wrong}.`] })
  const stored: RenderedCover['stored'] = []
  for (const { file } of images) stored.push([file, await files.put(file.source)])
  return { images, stored }
}

/** Finds files that the draft added but whose content is no longer in the store. */
async function findLostFiles({ db, files }: PublishDeps, draft: DraftRow): Promise<Set<string>> {
  const before = getFileIds(draft.base)
  const added = getFileIds(draft.plan).filter((id) => !before.includes(id))
  const lost = new Set<string>()
  for (const { id, sha256 } of await findFilesByIds(db, added))
    if ((await files.size(sha256)) === undefined) lost.add(id)
  return lost
}

function getContent(rows: readonly FileRow[], id: string): { sha256: string; bytes: number } {
  const row = rows.find((file) => file.id === id)
  if (!row) throw new Error(`The file ${id} is missing.`)
  return { sha256: row.sha256, bytes: row.bytes }
}

function toPublishError(findings: readonly PlanFinding[]): AppError {
  return fieldErrors(Object.fromEntries(findings.map(({ at, message }) => [at.join('/'), [message]])))
}

function isPublished(product: { publishedAt: Date | null } | undefined): boolean {
  return product !== undefined && product.publishedAt !== null
}

/**
 * Throws if the price was changed without the permission to do so. Like every sensitive action, changing it also
 * requires a recently confirmed identity.
 */
function assertValidPrice(
  { by, isConfirmed = true }: Pick<PublishRequest, 'by' | 'isConfirmed'>,
  priceCents: number,
  before: { priceCents: number } | undefined,
): void {
  if (priceCents === (before?.priceCents ?? 0)) return
  if (hasPermission(by, 'change price')) {
    if (!isConfirmed) throw stepUpRequiredError()
    return
  }
  throw fieldErrors({
    price: ['Only an owner can set a price. Ask an owner to publish this, or undo the price change.'],
  })
}

async function assertAddressFree(tx: Transaction, id: string, plan: PlanFields): Promise<void> {
  const slug = resolveAddress(plan)
  const taken = (await findProductsByAddress(tx, [slug])).get(slug)
  if (taken && taken.id !== id) throw fieldErrors({ address: [addressTakenError(slug, taken)] })
}

function truncate({ priceCents, slug, publishedAt }: StoredProduct) {
  return { price: formatDecimal(cents(priceCents)), address: slug, 'for sale': publishedAt === null ? 'no' : 'yes' }
}
