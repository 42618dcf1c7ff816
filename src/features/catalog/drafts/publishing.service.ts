import { buffer } from 'node:stream/consumers'
import type { Transaction } from '#db/open.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { PlanFields, PlanFinding } from '#features/foundation/course-folders/draft-plan.contract.ts'
import { checkFields, saveRendered } from '#features/foundation/markdown/markdown.public.ts'
import { COVER_WIDTHS, drawnWidths } from '#features/foundation/files/files.public.ts'
import { addressOf, type StoredProduct } from '#features/foundation/course-folders/course-folders.public.ts'
import type { CoverImage, ProductFile } from '#features/foundation/products/products.public.ts'
import { productsAt, saveTogether, setSale, whyTaken } from '#features/foundation/products/products.public.ts'
import { indexFilesSoon } from '#features/foundation/files/files.public.ts'
import { drawnCoverOf } from '#features/catalog/uploads/uploads.public.ts'
import type { Deps } from '#platform/deps.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { AppError, fieldErrors, identityUnconfirmed } from '#shared/app-error.ts'
import { cents, centsIn, decimalOf } from '#shared/money.ts'
import { isItems, isSame, type Item, withMemberOf } from '#shared/plan-changes.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { mergedWith, planFiles, refuseLaterForm } from './drafts.service.ts'
import {
  deleteDraft,
  draftOf,
  type DraftRow,
  type FileRow,
  filesWithIds,
  lockDraft,
  nextPosition,
  productWithId,
  updateDraft,
} from './drafts.queries.ts'
import { changedParts, fileIdsOf } from './draft-plan.rules.ts'
import { FORMS } from './product-forms.service.ts'
import { keepStanding, recordVersion } from './versions.service.ts'

type PublishDeps = Pick<Deps, 'db' | 'now' | 'files' | 'jobs'>

type Publish = {
  id: string
  /** What was seen by whoever publishes: when somebody has saved more since, nothing is published. */
  revision: number
  begun?: Date | null | undefined
  isOnSale: boolean
  /** Only this lecture: all else of the draft waits. */
  lecture?: string
  by: Staff
  /** False where whoever publishes has not confirmed their identity lately, which a new price takes. */
  isConfirmed?: boolean
}

type Published = {
  address: string
  isOnSale: boolean
  /** Then it is off sale, whatever was asked for. */
  isPricePending: boolean
  /** Of a course that stood before: the lectures that are new or not as they were. Owners can be told of them. */
  lectures: { key: string; name: string }[]
}

/**
 * Makes the draft what stands in the catalogue. What was changed there meanwhile stays, unless the draft has changed the same part: then it is refused,
 * and the draft must be brought up to date first.
 */
export async function publishDraft(deps: PublishDeps, publishing: Publish): Promise<Published> {
  const { id, revision, begun, isOnSale, lecture, by } = publishing
  if (!may(by, 'publish')) throw notAllowed(by, 'publish')
  const draft = await draftOf(deps.db, id)
  if (!draft) throw new AppError('not_found', 'There is nothing to publish: no change was saved.')
  refuseLaterForm(draft)
  // Drawing takes seconds, and so may a slow store, so both are done before others must wait.
  const drawn = await coverToPublish(deps, draft, by)
  const lost = await lostFiles(deps, draft)
  await renderTexts(deps, { draft, lecture })
  const stored = new Map<ProductFile, { sha256: string; bytes: number }>(drawn?.stored)
  return saveTogether(deps, stored, async (saving) => {
    const { tx, now } = saving
    const locked = await lockDraft(tx, id)
    const isAnother = begun !== undefined && locked?.createdAt.getTime() !== begun?.getTime()
    if (isAnother || locked?.revision !== revision || draft.revision !== revision)
      throw new AppError(
        'invalid',
        'Somebody has changed this draft since you opened it. Load the page again, and look before you publish.',
      )
    const product = await productWithId(tx, id)
    const standing = product && (await FORMS[product.kind].planning.of(tx, product))
    const plan = planToPublish(locked, standing, lecture)
    const rows = (await filesWithIds(tx, fileIdsOf(plan))).filter(({ id: file }) => !lost.has(file))
    const files = planFiles(rows)
    for (const [fileId, file] of files) stored.set(file, contentOf(rows, fileId))
    const mayPrice = may(by, 'change price')
    const isPricePending = !mayPrice && (product === undefined || product.isPricePending)
    const goesOnSale = lecture === undefined ? isOnSale && !isPricePending : isPublished(product)
    const checked = FORMS[locked.kind].planning.check(plan, {
      id,
      files,
      position: product?.position ?? (await nextPosition(tx, locked.kind)),
      cover: plan.cover === (standing?.cover ?? null) ? undefined : (drawn?.images ?? []),
      isPublished: goesOnSale,
    })
    if ('findings' in checked) throw refusedFor(checked.findings)
    refusePrice(publishing, plan, product)
    await refuseTaken(tx, id, plan)
    if (product) await keepStanding(tx, product)
    await checked.save(saving)
    if (lecture === undefined)
      await setSale(tx, id, {
        isPricePending,
        ...(goesOnSale !== (product && isPublished(product)) && { saleChosen: goesOnSale }),
      })
    const saved = await productWithId(tx, id)
    if (!saved) throw new Error(`The product ${id} was not saved.`)
    const published = await recordVersion(tx, { product: saved, origin: 'studio', now })
    // The rest of the draft keeps what it was begun with: what was changed elsewhere since is still told from what the draft has changed.
    if (lecture === undefined || isSame(locked.plan, published)) await deleteDraft(tx, id)
    else await updateDraft(tx, id, { base: withLecture(locked.base as PlanFields, published, lecture) })
    await recordEvent(tx, {
      at: now,
      kind: 'product.published',
      by,
      subject: { id: saved.slug, name: saved.title },
      before: product ? shortly(product) : {},
      after: { ...shortly(saved), ...(standing && { changed: changesInWords(standing, published) }) },
    })
    await indexFilesSoon(deps, tx)
    return {
      address: saved.slug,
      isOnSale: isPublished(saved),
      isPricePending,
      lectures: standing ? changedLectures(standing, published) : [],
    }
  })
}

/** Renders what would be published now, and refuses it at the field of a text that can't be rendered. */
async function renderTexts({ db }: PublishDeps, { draft, lecture }: { draft: DraftRow; lecture: string | undefined }) {
  const product = await productWithId(db, draft.productId)
  const { planning } = FORMS[draft.kind]
  const plan = planToPublish(draft, product && (await planning.of(db, product)), lecture)
  const texts = planning.texts(plan)
  const { wrong } = await checkFields(texts)
  if (wrong.length > 0) throw refusedFor(wrong)
  await saveRendered(
    db,
    texts.map(({ text, style }) => ({ text: text.trim(), style })),
  )
}

/** The draft, with what was changed in the catalogue meanwhile; or what stands there, with one lecture of the draft. */
function planToPublish(draft: DraftRow, standing: PlanFields | undefined, lecture: string | undefined): PlanFields {
  if (!standing) {
    if (lecture !== undefined) throw new AppError('invalid', 'The course was never published: publish it as a whole.')
    return draft.plan as PlanFields
  }
  const { plan, differences } = mergedWith(draft, standing)
  const open = differences.filter(({ at }) => lecture === undefined || (at[0] === 'lectures' && at[1] === lecture))
  if (open.length > 0)
    throw new AppError(
      'invalid',
      'The product was changed elsewhere since this draft was begun. Please choose first what is to stand.',
    )
  if (lecture === undefined) return plan
  return withLecture(standing, plan, lecture)
}

function withLecture(plan: PlanFields, from: PlanFields, lecture: string): PlanFields {
  return { ...plan, lectures: withMemberOf(lecturesIn(plan), lecturesIn(from), lecture) }
}

function lecturesIn(plan: PlanFields): Item[] {
  const lectures: unknown = plan['lectures']
  if (!isItems(lectures)) throw new AppError('invalid', 'Only a course has lectures.')
  return lectures
}

function changedLectures(before: PlanFields, after: PlanFields): Published['lectures'] {
  if (!isItems(after['lectures'])) return []
  const keys = new Set(changedParts(before, after).flatMap(([list, key]) => (list === 'lectures' && key ? key : [])))
  return lecturesIn(after).flatMap(({ id, name }) =>
    keys.has(id) && typeof name === 'string' ? { key: id, name } : [],
  )
}

const MOST_TOLD = 20

function changesInWords(before: PlanFields, after: PlanFields): string {
  const parts = changedParts(before, after).map((at) => at.join('/'))
  return parts.length > MOST_TOLD ? `${parts.slice(0, MOST_TOLD).join(', ')} and more` : parts.join(', ') || 'nothing'
}

type Drawn = { images: CoverImage[]; stored: [ProductFile, { sha256: string; bytes: number }][] }

/** The cover in all its sizes, where the draft has another than the product; undefined where nothing is to be changed, or there is none. */
async function coverToPublish({ db, files }: PublishDeps, draft: DraftRow, by: Staff): Promise<Drawn | undefined> {
  const { cover } = draft.plan as PlanFields
  const before = (draft.base as PlanFields | null)?.cover
  if (cover === null || cover === before) return undefined
  const ready = await drawnCoverOf(db, cover)
  if (ready.length > 0) {
    const stored = ready.map(({ name, contentType, sha256, bytes }): Drawn['stored'][number] => [
      { name, contentType, seconds: undefined },
      { sha256, bytes },
    ])
    const images = ready.flatMap(({ format, width }, index) => {
      const file = stored[index]?.[0]
      return file ? { format, width, file } : []
    })
    return { images, stored }
  }
  // The cover of an earlier version: its widest picture stands for what was drawn.
  const [original] = await filesWithIds(db, [cover])
  const found = original && (await files.read(original.sha256))
  if (!original || !found) throw fieldErrors({ cover: ['This picture is not there any more. Please upload it again.'] })
  const images = await drawnWidths(
    { source: await buffer(found.content) },
    { called: 'cover', widths: COVER_WIDTHS, member: by.kind === 'member' ? by.memberId : ACADEMY },
  )
  if ('wrong' in images) throw fieldErrors({ cover: [`The picture ${images.wrong}.`] })
  const stored: Drawn['stored'] = []
  for (const { file } of images) stored.push([file, await files.put(file.source)])
  return { images, stored }
}

/** The files that the draft has added and whose content is not in the store any more. */
async function lostFiles({ db, files }: PublishDeps, draft: DraftRow): Promise<Set<string>> {
  const before = fileIdsOf(draft.base)
  const added = fileIdsOf(draft.plan).filter((id) => !before.includes(id))
  const lost = new Set<string>()
  for (const { id, sha256 } of await filesWithIds(db, added)) if ((await files.size(sha256)) === undefined) lost.add(id)
  return lost
}

function contentOf(rows: readonly FileRow[], id: string): { sha256: string; bytes: number } {
  const row = rows.find((file) => file.id === id)
  if (!row) throw new Error(`The file ${id} is missing.`)
  return { sha256: row.sha256, bytes: row.bytes }
}

function refusedFor(findings: readonly PlanFinding[]): AppError {
  return fieldErrors(Object.fromEntries(findings.map(({ at, message }) => [at.join('/'), [message]])))
}

function isPublished(product: { publishedAt: Date | null } | undefined): boolean {
  return product !== undefined && product.publishedAt !== null
}

/** Who may not change prices publishes everything else; who may confirms their identity first, as for everything grave. */
function refusePrice(
  { by, isConfirmed = true }: Pick<Publish, 'by' | 'isConfirmed'>,
  { price }: PlanFields,
  before: { priceCents: number } | undefined,
): void {
  if (centsIn(price) === (before?.priceCents ?? 0)) return
  if (may(by, 'change price')) {
    if (!isConfirmed) throw identityUnconfirmed()
    return
  }
  throw fieldErrors({ price: ['Only an owner sets a price. Please ask one to publish this, or take the price back.'] })
}

async function refuseTaken(tx: Transaction, id: string, plan: PlanFields): Promise<void> {
  const slug = addressOf(plan)
  const taken = (await productsAt(tx, [slug])).get(slug)
  if (taken && taken.id !== id) throw fieldErrors({ address: [whyTaken(slug, taken)] })
}

function shortly({ priceCents, slug, publishedAt }: StoredProduct) {
  return { price: decimalOf(cents(priceCents)), address: slug, 'on sale': publishedAt === null ? 'no' : 'yes' }
}
