import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { shortenText } from '#shared/cut-text.ts'
import { isUuid } from '#shared/ids.ts'
import { isGroup, isItems, isDeepEqual, type Item, getValueAt } from '#shared/plan-changes.ts'

/** The format in which this version stores plans. Plans in a later format are read-only. */
export const PLAN_FORMAT_VERSION = 1

export const MAX_VERSIONS = 50

/** The maximum size of a plan as JSON. A course with 300 lectures takes about 600 KB. */
export const MAX_PLAN_BYTES = 4_000_000

const FILE_FIELDS = new Set(['cover', 'video', 'audio', 'captions', 'poster', 'portrait', 'preview', 'file'])

export function getFileIds(plan: unknown): string[] {
  const found = new Set<string>()
  const look = (value: unknown, name: string): void => {
    if (typeof value === 'string' && FILE_FIELDS.has(name) && isUuid(value)) found.add(value.toLowerCase())
    else if (Array.isArray(value)) for (const item of value) look(item, '')
    else if (isGroup(value)) for (const [key, part] of Object.entries(value)) look(part, key)
  }
  look(plan, '')
  return [...found]
}

/** Lists the paths of parts that differ between two plans. Lists whose items have IDs are compared item by item. */
export function findChangedParts(one: unknown, other: unknown, at: string[] = []): string[][] {
  if (isDeepEqual(one, other)) return []
  if (isItems(one) && isItems(other)) {
    const ids = [...new Set([...one, ...other].map(({ id }) => id))]
    const parts = ids.flatMap((id) =>
      findChangedParts(
        one.find((item) => item.id === id),
        other.find((item) => item.id === id),
        [...at, id],
      ),
    )
    return parts.length > 0 ? parts : [at]
  }
  if (isGroup(one) && isGroup(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    return names.flatMap((name) => findChangedParts(one[name], other[name], [...at, name]))
  }
  return [at]
}

/**
 * Lists the parts that both the studio and an import changed after `base`. The import would overwrite the studio's
 * changes to them.
 */
export function findOverwrittenParts({
  base,
  before,
  after,
}: Record<'base' | 'before' | 'after', unknown>): string[][] {
  const made = findChangedParts(base, before)
  const meets = (one: string[], other: string[]) =>
    one.every((name, index) => index >= other.length || other[index] === name)
  const parts = findChangedParts(before, after).filter((part) => made.some((other) => meets(part, other)))
  const moved = findReorderedLists(base, before).map((at) => at.join('/'))
  const back = findReorderedLists(before, after).filter((at) => moved.includes(at.join('/')))
  return [...parts, ...back.filter((at) => !parts.some((part) => isDeepEqual(part, at)))]
}

/** Finds lists in which the items that both plans have are in a different order. */
function findReorderedLists(one: unknown, other: unknown, at: string[] = []): string[][] {
  if (isItems(one) && isItems(other)) {
    const ids = (list: Item[], among: ReadonlySet<string>) => list.flatMap(({ id }) => (among.has(id) ? id : []))
    const of = (list: Item[]) => new Set(list.map(({ id }) => id))
    return isDeepEqual(ids(one, of(other)), ids(other, of(one))) ? [] : [at]
  }
  if (!isGroup(one) || !isGroup(other)) return []
  return Object.keys(one).flatMap((name) => findReorderedLists(one[name], other[name], [...at, name]))
}

/**
 * A part that the studio changed after the last import and that a new import would overwrite. If one of the values is
 * undefined, the part doesn't exist in that state.
 */
export type OverwrittenChange = {
  product: string
  at: string[]
  imported: unknown
  studio: unknown
  folder: unknown
}

/** Like `findOverwrittenParts`, but returns all three values. */
export function findOverwrittenChanges(
  product: string,
  three: Record<'base' | 'before' | 'after', object>,
): OverwrittenChange[] {
  return findOverwrittenParts(three).map((at) => ({
    product,
    at,
    imported: getValueAt(three.base, at),
    studio: getValueAt(three.before, at),
    folder: getValueAt(three.after, at),
  }))
}

const MAX_LISTED = 20
const MAX_VALUE_LENGTH = 60

export function describeOverwrittenChanges(undone: readonly OverwrittenChange[]): string {
  const lines = undone.slice(0, MAX_LISTED).map(({ product, at, imported, studio, folder }) => {
    return `  ${product}, ${at.join(' › ')}: at the last import ${truncate(imported)}, in the studio ${truncate(studio)}, in this folder ${truncate(folder)}`
  })
  const more = undone.length > MAX_LISTED ? [`  and ${undone.length - MAX_LISTED} more`] : []
  return [
    'Changes made in the studio since the last import conflict with this folder. Nothing was stored.',
    ...lines,
    ...more,
    'To keep the changes, export the academy and copy these parts into the folder. To overwrite them, import with --over-studio.',
  ].join('\n')
}

function truncate(value: unknown): string {
  if (value === undefined) return 'none'
  // A list is described by the order of its items.
  const shown = isItems(value) ? value.map(({ id }) => id).join(', ') : value
  const text = typeof shown === 'string' ? shown : (JSON.stringify(shown) ?? '')
  return `"${shortenText(text.replaceAll(/\s+/g, ' '), MAX_VALUE_LENGTH)}"`
}

/** Returns the name for a copy, which makes it different from the original. */
export function getCopyName({ name }: Pick<PlanFields, 'name'>): string {
  return `${name} (copy)`
}
