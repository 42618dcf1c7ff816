import type { Executor, Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import type { StoredProduct } from '#features/foundation/product-folders/product-folders.public.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import {
  deleteVersionsUpTo,
  insertDraft,
  findOldestVersion,
  insertVersion,
  findLatestVersion,
  listVersions,
  lockDraft,
  findProductById,
  replaceDraftFiles,
  findVersion,
} from './drafts.queries.ts'
import { type DraftDeps, productNotFoundError } from './drafts.service.ts'
import {
  getFileIds,
  PLAN_FORMAT_VERSION,
  type OverwrittenChange,
  findOverwrittenChanges,
  MAX_VERSIONS,
} from './draft-plans.rules.ts'
import { fillPlanDefaults, PRODUCT_FORMATS } from './product-formats.service.ts'

export function getPublishedPlan(db: Executor, product: StoredProduct): Promise<PlanFields> {
  return PRODUCT_FORMATS[product.kind].load(db, product)
}

type Recording = { product: StoredProduct; origin: 'folder' | 'studio'; now: Date }

/** Stores and returns the version that was just published. Deletes the oldest versions if there are too many. */
export async function recordVersion(tx: Transaction, { product, origin, now }: Recording): Promise<PlanFields> {
  const plan = await getPublishedPlan(tx, product)
  const version = { productId: product.id, origin, form: PLAN_FORMAT_VERSION, plan, publishedAt: now }
  const number = await insertVersion(tx, version, getFileIds(plan))
  await deleteVersionsUpTo(tx, product.id, number - MAX_VERSIONS)
  return plan
}

/** Stores the published state as the first version, before the studio first changes a product. */
export async function recordPublishedVersion(tx: Transaction, product: StoredProduct): Promise<void> {
  if (await findLatestVersion(tx, product.id)) return
  await recordVersion(tx, { product, origin: 'folder', now: product.updatedAt })
}

/**
 * Finds the studio's changes that an import of the product would overwrite. There are none if the studio has published
 * nothing since the last import.
 */
export async function findChangesOverwrittenByImport(
  tx: Executor,
  { product, before, after }: { product: StoredProduct; before: PlanFields; after: PlanFields },
): Promise<OverwrittenChange[]> {
  if ((await findLatestVersion(tx, product.id))?.origin !== 'studio') return []
  // If a product was created in the studio, a folder can contain it only because it was exported. The export contained
  // the first version or a later one.
  const version = (await findLatestVersion(tx, product.id, 'folder')) ?? (await findOldestVersion(tx, product.id))
  const base = version ? fillPlanDefaults(product.kind, version.plan) : {}
  return findOverwrittenChanges(product.slug, { base, before, after })
}

export { listVersions }

/** Starts a draft from this version. The published product stays as it is until the draft is published. */
export async function restoreVersionAsDraft(
  { db, now }: DraftDeps,
  { id, number, by }: { id: string; number: number; by: Staff },
): Promise<void> {
  if (!hasPermission(by, 'edit content')) throw permissionDeniedError(by, 'edit content')
  await db.transaction(async (tx) => {
    const product = await findProductById(tx, id)
    const version = await findVersion(tx, id, number)
    if (!product || !version) throw productNotFoundError()
    if (await lockDraft(tx, id))
      throw new AppError('invalid', 'This product already has a draft. Publish or discard it first.')
    const [base, plan] = [await getPublishedPlan(tx, product), version.plan as PlanFields]
    const at = { createdAt: now(), updatedAt: now() }
    await insertDraft(tx, { productId: id, kind: product.kind, form: version.form, plan, base, revision: 1, ...at })
    await replaceDraftFiles(tx, id, getFileIds(plan))
    const subject = { id: product.slug, name: product.title }
    await recordEvent(tx, {
      at: now(),
      kind: 'draft.version_brought_back',
      by,
      subject,
      after: { version: String(number) },
    })
  })
}
