import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open-database.ts'
import { recordEvent, assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import type { PlanFields, PlanFinding } from '#features/foundation/product-folders/draft-plans.contract.ts'
import type { PlanFiles, StoredProduct } from '#features/foundation/product-folders/product-folders.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Kind } from '#shared/kinds.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import {
  type Change,
  applyChanges,
  type ChangeConflict,
  findConflicts,
  updateRevisions,
  getValueAt,
} from '#shared/plan-changes.ts'
import {
  deleteDraft,
  findDraft,
  type DraftRow,
  type FileRow,
  findFilesByIds,
  insertDraft,
  lockDraft,
  findProductById,
  replaceDraftFiles,
  updateDraft,
} from './drafts.queries.ts'
import { type Choices, type Difference, mergePlans } from './draft-merge.rules.ts'
import { getFileIds, getCopyName, PLAN_FORMAT_VERSION } from './draft-plans.rules.ts'
import { assertSupportedFormat, NEWER_FORMAT_ERROR, parsePlan, parseStoredPlan } from './draft-plans.service.ts'
import { fillPlanDefaults, PRODUCT_FORMATS, findTextFindings } from './product-formats.service.ts'

export type DraftDeps = Pick<Deps, 'db' | 'now'>

export type OpenedDraft = {
  id: string
  kind: Kind
  plan: PlanFields
  files: FileRow[]
  findings: PlanFinding[]
  /** Text that readers won't see as intended, such as unsupported Markdown. */
  warnings: PlanFinding[]
  /** The revision of the draft. 0 if there is no draft; then `plan` is the published one. */
  revision: number
  /**
   * When the draft was started, or null if there is none. It distinguishes this draft from later drafts of the same
   * product.
   */
  begun: Date | null
  /** When the published product last changed, or null if it was never published. */
  standsSince: Date | null
  isPublished: boolean
  address: string | null
  /** Parts that were changed differently in the catalog and in the draft. */
  differences: Difference[]
}

/** Opens a product for editing. This stores nothing. A draft is stored with its first change. */
export async function openDraft({ db }: Pick<Deps, 'db'>, id: string): Promise<OpenedDraft> {
  const product = await findProductById(db, id)
  const draft = await findDraft(db, id)
  const standing = product && (await PRODUCT_FORMATS[product.kind].load(db, product))
  const plan = draft ? parsePlan(draft) : standing
  const kind = product?.kind ?? draft?.kind
  if (!plan || !kind) throw productNotFoundError()
  const files = await findFilesByIds(db, getFileIds(plan))
  const findings = await findTextFindings(kind, plan)
  return {
    id,
    kind,
    plan,
    files,
    findings:
      draft && draft.form > PLAN_FORMAT_VERSION
        ? [{ at: ['name'], message: NEWER_FORMAT_ERROR }]
        : [...findFindings(kind, plan, files), ...findings.wrong],
    warnings: findings.warnings,
    revision: draft?.revision ?? 0,
    begun: draft?.createdAt ?? null,
    standsSince: product?.updatedAt ?? null,
    isPublished: Boolean(product?.publishedAt),
    address: product?.slug ?? null,
    differences: draft?.base && standing ? findDifferences(draft, standing) : [],
  }
}

export type SaveResult =
  | {
      revision: number
      begun: Date
      findings: PlanFinding[]
      warnings: PlanFinding[]
      /** The paths, joined with slashes, of what other people changed after the revision that the editor saw. */
      others: string[]
    }
  | { clashes: ChangeConflict[] }

type SaveRequest = {
  id: string
  changes: readonly Change[]
  /** The revision on which the changes are based. */
  seen: number
  /** The time from `OpenedDraft`. If there is no draft, the changes are based on the product as it was at this time. */
  standsSince: Date | null
  /** The time from `OpenedDraft`. */
  begun?: Date | null | undefined
  by: Staff
}

/** Saves all changes, or none if someone else changed the same parts. */
export async function saveChanges(deps: DraftDeps, given: SaveRequest): Promise<SaveResult> {
  const { by } = given
  if (!hasPermission(by, 'edit content')) throw permissionDeniedError(by, 'edit content')
  const saved = await savePlan(deps, given)
  if ('clashes' in saved) return saved
  // This runs after the transaction, because others may be waiting for the transaction's locks.
  const { kind, plan, findings, ...rest } = saved
  const { wrong, warnings } = await findTextFindings(kind, plan)
  return { ...rest, findings: [...findings, ...wrong], warnings }
}

type SavedPlan = {
  kind: Kind
  plan: PlanFields
  revision: number
  begun: Date
  findings: PlanFinding[]
  others: string[]
}

async function savePlan(deps: DraftDeps, given: SaveRequest): Promise<SavedPlan | { clashes: ChangeConflict[] }> {
  const { id, changes, seen, by } = given
  return deps.db.transaction(async (tx): Promise<SavedPlan | { clashes: ChangeConflict[] }> => {
    await assertActive(tx, by)
    const known = await lockDraft(tx, id)
    const product = await findProductById(tx, id)
    if (!known && !product) throw productNotFoundError()
    if (belongsToAnotherProduct(given, known, product)) {
      const there = known ? parsePlan(known) : product && (await PRODUCT_FORMATS[product.kind].load(tx, product))
      const paths = new Map(changes.map(({ at }) => [at.join('/'), at])).values()
      return { clashes: [...paths].map((at) => ({ at, theirs: there && getValueAt(there, at) })) }
    }
    const draft = known ?? (product && (await createDraft(deps, tx, product)))
    if (!draft) throw productNotFoundError()
    assertSupportedFormat(draft)
    const before = parsePlan(draft)
    const met = findConflicts(before, changes, { seen, revisions: draft.revisions })
    if (met.length > 0) {
      // Nothing was saved, so the draft that was just created is deleted.
      if (draft.revision === 0) await deleteDraft(tx, id)
      return { clashes: met }
    }
    const plan = parseStoredPlan(draft.kind, applyChanges(before, changes))
    const files = await findNamedFiles(tx, plan)
    const revision = draft.revision + 1
    const revisions = updateRevisions(draft.revisions, changes, revision)
    await updateDraft(tx, id, { plan, revision, revisions, updatedAt: deps.now() })
    await replaceDraftFiles(
      tx,
      id,
      files.map((file) => file.id),
    )
    if (revision === 1) {
      const subject = { id: product?.slug ?? id, name: plan.name }
      await recordEvent(tx, { at: deps.now(), kind: 'draft.opened', by, subject })
    }
    const others = Object.entries(draft.revisions).flatMap(([path, last]) => (last > seen ? [path] : []))
    return {
      kind: draft.kind,
      plan,
      revision,
      begun: draft.createdAt,
      findings: findFindings(draft.kind, plan, files),
      others,
    }
  })
}

/**
 * Whether the changes are based on another draft or on an older product. If so, saving them would overwrite what the
 * editor has not seen.
 */
function belongsToAnotherProduct(
  { begun, standsSince }: Pick<SaveRequest, 'begun' | 'standsSince'>,
  draft: DraftRow | undefined,
  product: { updatedAt: Date } | undefined,
): boolean {
  const isSameProduct = product?.updatedAt.getTime() === standsSince?.getTime()
  if (!draft) return Boolean(begun) || !isSameProduct
  if (begun === undefined) return false
  return begun === null ? !isSameProduct : begun.getTime() !== draft.createdAt.getTime()
}

async function createDraft({ now }: DraftDeps, tx: Transaction, product: StoredProduct): Promise<DraftRow | undefined> {
  const { id, kind } = product
  const plan = await PRODUCT_FORMATS[kind].load(tx, product)
  const at = { createdAt: now(), updatedAt: now() }
  await insertDraft(tx, { productId: id, kind, form: PLAN_FORMAT_VERSION, plan, base: plan, revision: 0, ...at })
  return lockDraft(tx, id)
}

export function beginProduct(
  deps: DraftDeps,
  { kind, name, by }: { kind: Kind; name: string; by: Staff },
): Promise<string> {
  return begin(deps, { kind, plan: { ...PRODUCT_FORMATS[kind].blank, name }, by })
}

export async function copyProduct(deps: DraftDeps, { id, by }: { id: string; by: Staff }): Promise<string> {
  const draft = await findDraft(deps.db, id)
  if (draft) assertSupportedFormat(draft)
  const { kind, plan } = await openDraft(deps, id)
  const copied = PRODUCT_FORMATS[kind].copy(plan)
  return begin(deps, { kind, plan: { ...copied, name: getCopyName(plan), address: '' }, by })
}

async function begin(
  { db, now }: DraftDeps,
  { kind, plan, by }: { kind: Kind; plan: PlanFields; by: Staff },
): Promise<string> {
  if (!hasPermission(by, 'edit content')) throw permissionDeniedError(by, 'edit content')
  const id = randomUUID()
  await db.transaction(async (tx) => {
    const at = { createdAt: now(), updatedAt: now() }
    await insertDraft(tx, { productId: id, kind, form: PLAN_FORMAT_VERSION, plan, base: null, revision: 1, ...at })
    await replaceDraftFiles(tx, id, getFileIds(plan))
    await recordEvent(tx, { at: now(), kind: 'draft.begun', by, subject: { id, name: plan.name } })
  })
  return id
}

export async function discardDraft({ db, now }: DraftDeps, { id, by }: { id: string; by: Staff }): Promise<void> {
  if (!hasPermission(by, 'edit content')) throw permissionDeniedError(by, 'edit content')
  await db.transaction(async (tx) => {
    const draft = await lockDraft(tx, id)
    if (!draft) throw new AppError('not_found', 'This draft no longer exists. Someone published or discarded it.')
    await deleteDraft(tx, id)
    await recordEvent(tx, { at: now(), kind: 'draft.discarded', by, subject: { id, name: parsePlan(draft).name } })
  })
}

/** Merges the draft's changes with changes in the catalog since the draft was started. */
export function mergeWithCatalog(
  draft: DraftRow,
  standing: PlanFields,
  choices?: Choices,
): { plan: PlanFields; differences: Difference[] } {
  const mine = parsePlan(draft)
  if (!draft.base) return { plan: mine, differences: [] }
  return mergePlans({ base: fillPlanDefaults(draft.kind, draft.base), mine, theirs: standing }, choices)
}

function findDifferences(draft: DraftRow, standing: PlanFields): Difference[] {
  return mergeWithCatalog(draft, standing).differences
}

async function findNamedFiles(tx: Transaction, plan: PlanFields): Promise<FileRow[]> {
  const ids = getFileIds(plan)
  const found = await findFilesByIds(tx, ids)
  if (found.length < ids.length)
    throw new AppError('invalid', 'A file in this draft is missing. Please upload it again.')
  return found
}

function findFindings(kind: Kind, plan: PlanFields, files: readonly FileRow[]): PlanFinding[] {
  const publishing = { id: '', files: toPlanFiles(files), position: 0, cover: undefined, isPublished: false }
  const checked = PRODUCT_FORMATS[kind].check(plan, publishing)
  return 'findings' in checked ? checked.findings : []
}

export function toPlanFiles(rows: readonly FileRow[]): PlanFiles {
  return new Map(
    rows.map(({ id, name, contentType, seconds, pages, words }) => [
      id,
      { name, contentType, seconds: seconds ?? undefined, pages: pages ?? undefined, words: words ?? undefined },
    ]),
  )
}

export function productNotFoundError(): AppError {
  return new AppError('not_found', 'This product no longer exists.')
}
