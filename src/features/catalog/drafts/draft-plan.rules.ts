import type { PlanFields } from '#features/foundation/course-folders/draft-plan.contract.ts'
import { isUuid } from '#shared/ids.ts'
import { isGroup, isItems, isSame, type Item, valueAt } from '#shared/plan-changes.ts'

/** The form of plans that this program writes. One of a later form is shown, and not changed. */
export const PLAN_FORM = 1

/** How many versions of a product are kept. */
export const VERSIONS_KEPT = 50

/** The most that a plan may take as JSON: a course of 300 lectures takes some 600 kB. */
export const LARGEST_PLAN = 4_000_000

const FILE_FIELDS = new Set(['cover', 'video', 'audio', 'captions', 'poster', 'portrait', 'preview', 'file'])

/** The ids of the files that a plan names, each once. */
export function fileIdsOf(plan: unknown): string[] {
  const found = new Set<string>()
  const look = (value: unknown, name: string): void => {
    if (typeof value === 'string' && FILE_FIELDS.has(name) && isUuid(value)) found.add(value.toLowerCase())
    else if (Array.isArray(value)) for (const item of value) look(item, '')
    else if (isGroup(value)) for (const [key, part] of Object.entries(value)) look(part, key)
  }
  look(plan, '')
  return [...found]
}

/** The parts in which two plans differ, each by its path; lists whose members have ids are looked into. */
export function changedParts(one: unknown, other: unknown, at: string[] = []): string[][] {
  if (isSame(one, other)) return []
  if (isItems(one) && isItems(other)) {
    const ids = [...new Set([...one, ...other].map(({ id }) => id))]
    const parts = ids.flatMap((id) =>
      changedParts(
        one.find((item) => item.id === id),
        other.find((item) => item.id === id),
        [...at, id],
      ),
    )
    return parts.length > 0 ? parts : [at]
  }
  if (isGroup(one) && isGroup(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    return names.flatMap((name) => changedParts(one[name], other[name], [...at, name]))
  }
  return [at]
}

/** What an import takes back of what the studio had made of `base`: the parts that both have changed. */
export function undoneParts({ base, before, after }: Record<'base' | 'before' | 'after', unknown>): string[][] {
  const made = changedParts(base, before)
  const meets = (one: string[], other: string[]) =>
    one.every((name, index) => index >= other.length || other[index] === name)
  const parts = changedParts(before, after).filter((part) => made.some((other) => meets(part, other)))
  const moved = reorderedLists(base, before).map((at) => at.join('/'))
  const back = reorderedLists(before, after).filter((at) => moved.includes(at.join('/')))
  return [...parts, ...back.filter((at) => !parts.some((part) => isSame(part, at)))]
}

/** The lists in which what both have stands in another order. */
function reorderedLists(one: unknown, other: unknown, at: string[] = []): string[][] {
  if (isItems(one) && isItems(other)) {
    const ids = (list: Item[], among: ReadonlySet<string>) => list.flatMap(({ id }) => (among.has(id) ? id : []))
    const of = (list: Item[]) => new Set(list.map(({ id }) => id))
    return isSame(ids(one, of(other)), ids(other, of(one))) ? [] : [at]
  }
  if (!isGroup(one) || !isGroup(other)) return []
  return Object.keys(one).flatMap((name) => reorderedLists(one[name], other[name], [...at, name]))
}

/** A part of a product that the studio has changed since the last import, and a folder says otherwise. Undefined: it is not there. */
export type Undone = {
  product: string
  at: string[]
  imported: unknown
  studio: unknown
  folder: unknown
}

/** The same, with all three values. */
export function undoneIn(product: string, three: Record<'base' | 'before' | 'after', object>): Undone[] {
  return undoneParts(three).map((at) => ({
    product,
    at,
    imported: valueAt(three.base, at),
    studio: valueAt(three.before, at),
    folder: valueAt(three.after, at),
  }))
}

const MOST_TOLD = 20
const LONGEST_TOLD = 60

/** Why the import is refused, part by part. */
export function undoneInWords(undone: readonly Undone[]): string {
  const lines = undone.slice(0, MOST_TOLD).map(({ product, at, imported, studio, folder }) => {
    return `  ${product}, ${at.join(' › ')}: at the last import ${shortly(imported)}, in the studio ${shortly(studio)}, in this folder ${shortly(folder)}`
  })
  const more = undone.length > MOST_TOLD ? [`  and ${undone.length - MOST_TOLD} more`] : []
  return [
    'The studio has changed since the last import what this folder says otherwise. Nothing was stored.',
    ...lines,
    ...more,
    'Export the academy and take these parts over into the folder, or import with --over-studio: then the folder stands.',
  ].join('\n')
}

function shortly(value: unknown): string {
  if (value === undefined) return 'none'
  // Of a list, its order is told.
  const told = isItems(value) ? value.map(({ id }) => id).join(', ') : value
  const text = typeof told === 'string' ? told : (JSON.stringify(told) ?? '')
  const line = text.replaceAll(/\s+/g, ' ')
  return `"${line.length > LONGEST_TOLD ? `${line.slice(0, LONGEST_TOLD)}…` : line}"`
}

/** The name of a copy: told apart from what it was made of. */
export function nameOfCopy({ name }: Pick<PlanFields, 'name'>): string {
  return `${name} (copy)`
}
