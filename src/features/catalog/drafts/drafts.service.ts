import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open.ts'
import { recordEvent, refuseInactive } from '#features/foundation/audit-log/audit-log.public.ts'
import type { PlanFields, PlanFinding } from '#features/foundation/course-folders/draft-plan.contract.ts'
import type { PlanFiles, StoredProduct } from '#features/foundation/course-folders/course-folders.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import type { Kind } from '#shared/kinds.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { type Change, changed, type Clash, clashes, revised, valueAt } from '#shared/plan-changes.ts'
import {
  deleteDraft,
  draftOf,
  type DraftRow,
  type FileRow,
  filesWithIds,
  insertDraft,
  lockDraft,
  productWithId,
  replaceDraftFiles,
  updateDraft,
} from './drafts.queries.ts'
import { type Choices, type Difference, merged } from './draft-merge.rules.ts'
import { fileIdsOf, LARGEST_PLAN, nameOfCopy, PLAN_FORM } from './draft-plan.rules.ts'
import { filledPlan, FORMS, toldOfTexts } from './product-forms.service.ts'

export type DraftDeps = Pick<Deps, 'db' | 'now'>

/** A product as it is worked on. */
export type Opened = {
  id: string
  kind: Kind
  plan: PlanFields
  files: FileRow[]
  findings: PlanFinding[]
  /** What readers won't see as it was meant. */
  warnings: PlanFinding[]
  /** 0 where nobody has begun to change anything: the plan is what stands in the catalogue. */
  revision: number
  /** When the draft was begun; null where there is none. Another draft of the product was begun at another time. */
  begun: Date | null
  /** When the product in the catalogue was last changed; null for one that was never published. */
  standsSince: Date | null
  isPublished: boolean
  address: string | null
  /** What was changed in the catalogue meanwhile and here, too, each otherwise. */
  differences: Difference[]
}

/** Opening begins nothing: a draft is stored with its first change. */
export async function openDraft({ db }: Pick<Deps, 'db'>, id: string): Promise<Opened> {
  const product = await productWithId(db, id)
  const draft = await draftOf(db, id)
  const standing = product && (await FORMS[product.kind].planning.of(db, product))
  const plan = draft ? planIn(draft) : standing
  const kind = product?.kind ?? draft?.kind
  if (!plan || !kind) throw noProduct()
  const files = await filesWithIds(db, fileIdsOf(plan))
  const told = await toldOfTexts(kind, plan)
  return {
    id,
    kind,
    plan,
    files,
    findings:
      draft && draft.form > PLAN_FORM
        ? [{ at: ['name'], message: LATER_FORM }]
        : [...findingsIn(kind, plan, files), ...told.wrong],
    warnings: told.warnings,
    revision: draft?.revision ?? 0,
    begun: draft?.createdAt ?? null,
    standsSince: product?.updatedAt ?? null,
    isPublished: Boolean(product?.publishedAt),
    address: product?.slug ?? null,
    differences: draft?.base && standing ? differencesOf(draft, standing) : [],
  }
}

export type Saved =
  | {
      revision: number
      begun: Date
      findings: PlanFinding[]
      warnings: PlanFinding[]
      /** What others have changed since the revision that was seen, by its paths with slashes. */
      others: string[]
    }
  | { clashes: Clash[] }

type Saving = {
  id: string
  changes: readonly Change[]
  /** The revision that the changes were made on. */
  seen: number
  /** As `Opened` told it: where there is no draft yet, the changes were made on the product as it stood then. */
  standsSince: Date | null
  /** As `Opened` told it. */
  begun?: Date | null | undefined
  by: Staff
}

/** Saves all of these changes, or, where somebody has changed the same parts since, none. */
export async function saveChanges(deps: DraftDeps, given: Saving): Promise<Saved> {
  const { by } = given
  if (!may(by, 'edit content')) throw notAllowed(by, 'edit content')
  const saved = await savePlan(deps, given)
  if ('clashes' in saved) return saved
  // Outside of the transaction, for which others wait.
  const { kind, plan, findings, ...rest } = saved
  const { wrong, warnings } = await toldOfTexts(kind, plan)
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

async function savePlan(deps: DraftDeps, given: Saving): Promise<SavedPlan | { clashes: Clash[] }> {
  const { id, changes, seen, by } = given
  return deps.db.transaction(async (tx): Promise<SavedPlan | { clashes: Clash[] }> => {
    await refuseInactive(tx, by)
    const known = await lockDraft(tx, id)
    const product = await productWithId(tx, id)
    if (!known && !product) throw noProduct()
    if (isOfAnother(given, known, product)) {
      const there = known ? planIn(known) : product && (await FORMS[product.kind].planning.of(tx, product))
      return { clashes: changes.map(({ at }) => ({ at, theirs: there && valueAt(there, at) })) }
    }
    const draft = known ?? (product && (await beginDraft(deps, tx, product)))
    if (!draft) throw noProduct()
    refuseLaterForm(draft)
    const before = planIn(draft)
    const met = clashes(before, changes, { seen, revisions: draft.revisions })
    if (met.length > 0) {
      // Nothing is saved, so nothing is begun either.
      if (draft.revision === 0) await deleteDraft(tx, id)
      return { clashes: met }
    }
    const plan = checkedForm(draft.kind, changed(before, changes))
    const files = await namedFiles(tx, plan)
    const revision = draft.revision + 1
    const revisions = revised(draft.revisions, changes, revision)
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
      findings: findingsIn(draft.kind, plan, files),
      others,
    }
  })
}

/** Whether the changes were made on another draft, or on the product before it was changed: nobody saves over what he has not seen. */
function isOfAnother(
  { begun, standsSince }: Pick<Saving, 'begun' | 'standsSince'>,
  draft: DraftRow | undefined,
  product: { updatedAt: Date } | undefined,
): boolean {
  const isSameProduct = product?.updatedAt.getTime() === standsSince?.getTime()
  if (!draft) return Boolean(begun) || !isSameProduct
  if (begun === undefined) return false
  return begun === null ? !isSameProduct : begun.getTime() !== draft.createdAt.getTime()
}

async function beginDraft({ now }: DraftDeps, tx: Transaction, product: StoredProduct): Promise<DraftRow | undefined> {
  const { id, kind } = product
  const plan = await FORMS[kind].planning.of(tx, product)
  const at = { createdAt: now(), updatedAt: now() }
  await insertDraft(tx, { productId: id, kind, form: PLAN_FORM, plan, base: plan, revision: 0, ...at })
  return lockDraft(tx, id)
}

/** Begins a product that nobody sees before it is published, and returns its id. */
export function beginProduct(
  deps: DraftDeps,
  { kind, name, by }: { kind: Kind; name: string; by: Staff },
): Promise<string> {
  return begin(deps, { kind, plan: { ...FORMS[kind].planning.blank, name }, by })
}

/** Begins a product with everything that another has, under a name and an address of its own. */
export async function copyProduct(deps: DraftDeps, { id, by }: { id: string; by: Staff }): Promise<string> {
  const draft = await draftOf(deps.db, id)
  if (draft) refuseLaterForm(draft)
  const { kind, plan } = await openDraft(deps, id)
  return begin(deps, { kind, plan: { ...plan, name: nameOfCopy(plan), address: '' }, by })
}

async function begin(
  { db, now }: DraftDeps,
  { kind, plan, by }: { kind: Kind; plan: PlanFields; by: Staff },
): Promise<string> {
  if (!may(by, 'edit content')) throw notAllowed(by, 'edit content')
  const id = randomUUID()
  await db.transaction(async (tx) => {
    const at = { createdAt: now(), updatedAt: now() }
    await insertDraft(tx, { productId: id, kind, form: PLAN_FORM, plan, base: null, revision: 1, ...at })
    await replaceDraftFiles(tx, id, fileIdsOf(plan))
    await recordEvent(tx, { at: now(), kind: 'draft.begun', by, subject: { id, name: plan.name } })
  })
  return id
}

/** Throws the draft away: what stands in the catalogue stays. */
export async function discardDraft({ db, now }: DraftDeps, { id, by }: { id: string; by: Staff }): Promise<void> {
  if (!may(by, 'edit content')) throw notAllowed(by, 'edit content')
  await db.transaction(async (tx) => {
    const draft = await lockDraft(tx, id)
    if (!draft)
      throw new AppError('not_found', 'There is no draft any more: somebody has published it or thrown it away.')
    await deleteDraft(tx, id)
    await recordEvent(tx, { at: now(), kind: 'draft.discarded', by, subject: { id, name: planIn(draft).name } })
  })
}

/** What a draft and the catalogue have made of what the draft was begun with. */
export function mergedWith(
  draft: DraftRow,
  standing: PlanFields,
  choices?: Choices,
): { plan: PlanFields; differences: Difference[] } {
  const mine = planIn(draft)
  if (!draft.base) return { plan: mine, differences: [] }
  return merged({ base: filledPlan(draft.kind, draft.base), mine, theirs: standing }, choices)
}

function differencesOf(draft: DraftRow, standing: PlanFields): Difference[] {
  return mergedWith(draft, standing).differences
}

export function planIn({ kind, plan }: Pick<DraftRow, 'kind' | 'plan'>): PlanFields {
  return filledPlan(kind, plan)
}

const LATER_FORM = 'A newer version of the academy has written this draft: it can be read here, and not be changed.'

export function refuseLaterForm({ form }: Pick<DraftRow, 'form'>): void {
  if (form > PLAN_FORM) throw new AppError('invalid', LATER_FORM)
}

/** What the form of its kind makes of it, or a refusal at its fields. */
function checkedForm(kind: Kind, plan: PlanFields): PlanFields {
  const { data, error } = FORMS[kind].planning.schema.safeParse(plan)
  if (!data)
    throw fieldErrors(
      Object.fromEntries(error.issues.map(({ path, message }) => [path.map(String).join('/'), [message]])),
    )
  const json = JSON.stringify(data)
  if (json.length > LARGEST_PLAN)
    throw new AppError('invalid', 'This is more text than one product can hold: about 4 MB. Please make two of it.')
  return data
}

/** The files that a plan names; all of them must be there. */
async function namedFiles(tx: Transaction, plan: PlanFields): Promise<FileRow[]> {
  const ids = fileIdsOf(plan)
  const found = await filesWithIds(tx, ids)
  if (found.length < ids.length)
    throw new AppError('invalid', 'A file of this draft is not there any more. Please upload it again.')
  return found
}

function findingsIn(kind: Kind, plan: PlanFields, files: readonly FileRow[]): PlanFinding[] {
  const publishing = { id: '', files: planFiles(files), position: 0, cover: undefined, isPublished: false }
  const checked = FORMS[kind].planning.check(plan, publishing)
  return 'findings' in checked ? checked.findings : []
}

export function planFiles(rows: readonly FileRow[]): PlanFiles {
  return new Map(
    rows.map(({ id, name, contentType, seconds, pages, words }) => [
      id,
      { name, contentType, seconds: seconds ?? undefined, pages: pages ?? undefined, words: words ?? undefined },
    ]),
  )
}

export function noProduct(): AppError {
  return new AppError('not_found', 'There is no such product any more.')
}
