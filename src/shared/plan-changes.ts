// Changes to a product draft. The studio's page applies them at once to what it shows, and the server applies them to
// what it stores.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** IDs for new list members. */
export function newId(): string {
  return `k${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
}

/** The path to a part of a plan: field names and IDs of list items, such as `['lectures', 'first-look', 'name']`. */
export type Path = readonly string[]

/** One change to a plan. `after` is the ID of the previous item; null if the item comes first. */
export type Change =
  | { do: 'set'; at: string[]; to: Json }
  | { do: 'add'; at: string[]; item: Item; after: string | null }
  | { do: 'move'; at: string[]; after: string | null }
  | { do: 'remove'; at: string[] }

export type Item = { [key: string]: Json; id: string }

type Group = { [key: string]: Json }

/** The plan after these changes, applied in order; does not modify the given plan. Ignores changes to missing parts. */
export function applyChanges<Plan extends object>(plan: Plan, changes: readonly Change[]): Plan {
  const next = structuredClone(plan)
  for (const change of changes) applyChange(next as Group, change)
  return next
}

function applyChange(plan: Group, change: Change): void {
  const { at } = change
  if (change.do === 'add') {
    const list = getValueAt(plan, at)
    if (isItems(list) && !list.some(({ id }) => id === change.item.id))
      insert(list, structuredClone(change.item), change.after)
    return
  }
  const holder = getValueAt(plan, at.slice(0, -1))
  const name = at.at(-1) ?? ''
  if (change.do === 'set') {
    if (isGroup(holder) && Object.hasOwn(holder, name)) holder[name] = structuredClone(change.to)
    return
  }
  if (!isItems(holder)) return
  const index = holder.findIndex(({ id }) => id === name)
  if (index === -1) return
  const [item] = holder.splice(index, 1)
  if (change.do === 'move' && item) insert(holder, item, change.after)
}

/** Inserts after the item with this ID, or at the end if there is none. */
function insert(list: Item[], item: Item, after: string | null): void {
  const index = after === null ? 0 : list.findIndex(({ id }) => id === after) + 1
  list.splice(after !== null && index === 0 ? list.length : index, 0, item)
}

/** The list with one item taken from the other list: changed, added after the same predecessor, or removed. */
export function mergeItem(list: readonly Item[], other: readonly Item[], id: string): Item[] {
  const theirs = other.findIndex((item) => item.id === id)
  const item = other[theirs]
  const rest = list.filter((each) => each.id !== id)
  if (!item) return rest
  if (rest.length < list.length) return list.map((each) => (each.id === id ? item : each))
  const before = other.slice(0, theirs).findLast((each) => list.some((known) => known.id === each.id))
  insert(rest, item, before?.id ?? null)
  return rest
}

export function getValueAt(plan: object, path: Path): Json | undefined {
  let value = plan as Json | undefined
  for (const name of path) {
    if (isItems(value)) value = value.find(({ id }) => id === name)
    else value = isGroup(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}

export function isGroup(value: unknown): value is Group {
  return value instanceof Object && !Array.isArray(value)
}

/** A list whose items have IDs, or an empty list. */
export function isItems(value: unknown): value is Item[] {
  return Array.isArray(value) && value.every((item) => isGroup(item) && typeof item['id'] === 'string')
}

/** Whether both are equal. Ignores the order of keys, which the database changes. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isDeepEqual(item, other[index]))
  if (!isGroup(one) || !isGroup(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isDeepEqual(one[name], other[name]))
  )
}

/** The revision at which each part of a draft last changed, by path with slashes. The whole plan has the path ''. */
export type Revisions = Readonly<Record<string, number>>

/** A conflict in the same part. `theirs` is the current value; undefined if the part was removed. */
export type ChangeConflict = { at: string[]; theirs: Json | undefined }

/**
 * Which of these changes conflict with changes made after revision `seen`, the last one that their editor had loaded. A
 * change that was already applied, because its response was lost, does not conflict.
 */
export function findConflicts(
  plan: object,
  changes: readonly Change[],
  { seen, revisions }: { seen: number; revisions: Revisions },
): ChangeConflict[] {
  const newer = Object.entries(revisions).flatMap(([path, revision]) => (revision > seen ? [parsePath(path)] : []))
  const done = (path: Path) => newer.some((other) => isWithin(path, other) || isWithin(other, path))
  // Parts that these changes add exist for the changes after them. One copy is changed step by step, because copying a
  // large plan takes long.
  const next = structuredClone(plan) as Group
  // Each path is reported once, because its value may be the whole plan.
  const reported = new Set<string>()
  const met = (change: Change): ChangeConflict[] => {
    const theirs = getValueAt(next, change.at)
    const clash = () => {
      const path = change.at.join('/')
      if (reported.has(path)) return []
      reported.add(path)
      return [{ at: change.at, theirs: structuredClone(theirs) }]
    }
    switch (change.do) {
      case 'set': {
        if (isDeepEqual(theirs, change.to)) return []
        return theirs === undefined || done(change.at) ? clash() : []
      }
      case 'add': {
        const there = getValueAt(next, [...change.at, change.item.id])
        return !isItems(theirs) || (there !== undefined && !isDeepEqual(there, change.item)) ? clash() : []
      }
      case 'move':
        return theirs === undefined ? clash() : []
      case 'remove':
        return theirs !== undefined && done(change.at) ? clash() : []
    }
  }
  return changes.flatMap((change) => {
    const clash = met(change)
    applyChange(next, change)
    return clash
  })
}

const WHOLE_PLAN = ''

function parsePath(key: string): Path {
  return key === WHOLE_PLAN ? [] : key.split('/')
}

/** The maximum total length of all paths in a record, which each save reads and writes completely. */
const MAX_REVISIONS_LENGTH = 50_000

/**
 * Adds these changes to the record. Beyond the limit, the oldest entries are merged into one for the whole plan, so
 * that editors who had not loaded those changes get a conflict.
 */
export function updateRevisions(revisions: Revisions, changes: readonly Change[], revision: number): Revisions {
  const { [WHOLE_PLAN]: before = 0, ...parts } = { ...revisions, ...getTouchedRevisions(changes, revision) }
  const recent: Record<string, number> = {}
  let length = 0
  for (const [path, last] of Object.entries(parts).toSorted(([, one], [, other]) => other - one)) {
    length += path.length
    if (length > MAX_REVISIONS_LENGTH) return { ...recent, [WHOLE_PLAN]: Math.max(before, last) }
    recent[path] = last
  }
  return before > 0 ? { ...recent, [WHOLE_PLAN]: before } : recent
}

function getTouchedRevisions(changes: readonly Change[], revision: number): Revisions {
  const touched = changes.flatMap((change): string[][] => {
    if (change.do === 'add') return [[...change.at, change.item.id]]
    // A change of position does not affect the content.
    return change.do === 'move' ? [] : [change.at]
  })
  return Object.fromEntries(touched.map((path) => [path.join('/'), revision]))
}

function isWithin(path: Path, part: Path): boolean {
  return part.length <= path.length && part.every((name, index) => path[index] === name)
}
