// These are changes to the draft of a product. The studio applies them at once to what it shows, and the server applies
// them to what it stores.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Creates an ID for a new item of a list. */
export function newId(): string {
  return `k${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
}

/**
 * The path to a part of a plan: names of fields and IDs of list items, such as `['lectures', 'first-look', 'name']`.
 */
export type Path = readonly string[]

/** One change to a plan. `after` is the ID of the previous item, or null if the item comes first. */
export type Change =
  | { do: 'set'; at: string[]; to: Json }
  | { do: 'add'; at: string[]; item: Item; after: string | null }
  | { do: 'move'; at: string[]; after: string | null }
  | { do: 'remove'; at: string[] }

export type Item = { [key: string]: Json; id: string }

type Group = { [key: string]: Json }

/** Applies these changes in order to a copy of the plan, and returns it. Ignores changes to parts that don't exist. */
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

/** Inserts an item after the item with this ID or, if there is no such item, at the end. */
function insert(list: Item[], item: Item, after: string | null): void {
  const index = after === null ? 0 : list.findIndex(({ id }) => id === after) + 1
  list.splice(after !== null && index === 0 ? list.length : index, 0, item)
}

/**
 * Returns the list with one item as in the other list. There, it may be changed, added after the same item, or removed.
 */
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

/** Whether this is a list whose items have IDs. An empty list is one, too. */
export function isItems(value: unknown): value is Item[] {
  return Array.isArray(value) && value.every((item) => isGroup(item) && typeof item['id'] === 'string')
}

/** Whether both values are equal. The order of keys doesn't matter, because the database changes it. */
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

/**
 * The revision in which each part of a draft last changed. The keys are paths joined with slashes. The whole plan has
 * the path ''.
 */
export type Revisions = Readonly<Record<string, number>>

/** Two changes to the same part. `theirs` is its current value, or undefined if the part was removed. */
export type ChangeConflict = { at: string[]; theirs: Json | undefined }

/**
 * Finds those of these changes that conflict with changes after revision `seen`, which is the last one that their
 * editor had loaded. If a change was already applied but the response was lost, it doesn't conflict.
 */
export function findConflicts(
  plan: object,
  changes: readonly Change[],
  { seen, revisions }: { seen: number; revisions: Revisions },
): ChangeConflict[] {
  const newer = Object.entries(revisions).flatMap(([path, revision]) => (revision > seen ? [parsePath(path)] : []))
  const done = (path: Path) => newer.some((other) => isWithin(path, other) || isWithin(other, path))
  // The changes after an added part may refer to that part. They are all applied to the same copy, because copying a
  // large plan takes a long time.
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

/** The maximum length of all paths together, because each save reads and writes the whole record. */
const MAX_REVISIONS_LENGTH = 50_000

/**
 * Adds these changes to the record. If it becomes too long, its oldest entries are merged into one for the whole plan,
 * so that editors who had not loaded those changes get a conflict.
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
    // Moving an item doesn't change its content.
    return change.do === 'move' ? [] : [change.at]
  })
  return Object.fromEntries(touched.map((path) => [path.join('/'), revision]))
}

function isWithin(path: Path, part: Path): boolean {
  return part.length <= path.length && part.every((name, index) => path[index] === name)
}
