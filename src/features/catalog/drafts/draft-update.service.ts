import type { Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { AppError } from '#shared/app-error.ts'
import { type Change, isItems, updateRevisions, mergeItem } from '#shared/plan-changes.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { lockDraft, findProductById, replaceDraftFiles, updateDraft } from './drafts.queries.ts'
import { assertSupportedFormat, parsePlan } from './draft-plans.service.ts'
import { type DraftDeps, mergeWithCatalog, productNotFoundError } from './drafts.service.ts'
import type { Choices, Difference } from './draft-merge.rules.ts'
import { findChangedParts, getFileIds } from './draft-plans.rules.ts'
import { PRODUCT_FORMATS } from './product-formats.service.ts'

const MAX_LISTED = 20

/** Reverts the draft's changes to one lecture, and keeps the rest of the draft. */
export async function revertLecture(
  deps: DraftDeps,
  { id, lecture, by }: { id: string; lecture: string; by: Staff },
): Promise<void> {
  if (!hasPermission(by, 'edit content')) throw permissionDeniedError(by, 'edit content')
  await deps.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, id)
    if (!draft) throw productNotFoundError()
    assertSupportedFormat(draft)
    const plan = parsePlan(draft)
    const [mine, before] = [plan['lectures'], (draft.base as PlanFields | null)?.['lectures']]
    if (!isItems(mine) || !isItems(before) || !before.some((item) => item.id === lecture))
      throw new AppError('invalid', 'This lecture was never published. Remove it instead.')
    const next = { ...plan, lectures: mergeItem(mine, before, lecture) }
    const revision = draft.revision + 1
    const revisions = updateRevisions(draft.revisions, [{ do: 'set', at: ['lectures', lecture], to: null }], revision)
    await updateDraft(tx, id, { plan: next, revision, revisions, updatedAt: deps.now() })
    await replaceDraftFiles(tx, id, getFileIds(next))
    const subject = await getSubject(tx, id, plan)
    await recordEvent(tx, { at: deps.now(), kind: 'draft.lecture_taken_back', by, subject, after: { lecture } })
  })
}

/** Returns how the log names a draft: by its product's slug or, if the product was never published, by its ID. */
async function getSubject(tx: Transaction, id: string, { name }: PlanFields) {
  return { id: (await findProductById(tx, id))?.slug ?? id, name }
}

/** Updates the draft with what changed in the catalog after the draft was started. */
export async function rebaseDraft(
  deps: DraftDeps,
  { id, choices, by }: { id: string; choices: Choices; by: Staff },
): Promise<void> {
  if (!hasPermission(by, 'edit content')) throw permissionDeniedError(by, 'edit content')
  await deps.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, id)
    const product = await findProductById(tx, id)
    if (!draft || !product) throw productNotFoundError()
    assertSupportedFormat(draft)
    const standing = await PRODUCT_FORMATS[product.kind].load(tx, product)
    const { plan, differences } = mergeWithCatalog(draft, standing, choices)
    if (differences.some(({ at }) => choices[at.join('/')] === undefined))
      throw new AppError('invalid', 'Choose which version to keep for each part.')
    const revision = draft.revision + 1
    const taken = findChangedParts(draft.plan, plan).map((at): Change => ({ do: 'set', at, to: null }))
    const revisions = updateRevisions(draft.revisions, taken, revision)
    await updateDraft(tx, id, { plan, base: standing, revision, revisions, updatedAt: deps.now() })
    await replaceDraftFiles(tx, id, getFileIds(plan))
    await recordEvent(tx, {
      at: deps.now(),
      kind: 'draft.brought_up_to_date',
      by,
      subject: { id: product.slug, name: plan.name },
      after: describeChoices(differences, choices),
    })
  })
}

/** Describes which side's value was used for parts that both sides changed. The keys are paths joined with slashes. */
function describeChoices(differences: readonly Difference[], choices: Choices): Record<string, string> {
  const parts = differences.slice(0, MAX_LISTED).map(({ at }) => at.join('/'))
  return Object.fromEntries(
    parts.map((part) => [part, choices[part] === 'mine' ? 'the draft’s' : 'the published version’s']),
  )
}
