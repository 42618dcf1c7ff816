// Changes of a product that is worked on: the studio's page makes them at once in what it shows, the academy in what it stores.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** For something new in a list. */
export function newId(): string {
  return `k${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
}

/** Leads to a part of a plan: names of fields, and the ids of what stands in lists: `['lectures', 'first-look', 'name']`. */
export type Path = readonly string[]

/** One thing that somebody did to a plan. `after` is the id of the one before it; null: it comes first. */
export type Change =
  | { do: 'set'; at: string[]; to: Json }
  | { do: 'add'; at: string[]; item: Item; after: string | null }
  | { do: 'move'; at: string[]; after: string | null }
  | { do: 'remove'; at: string[] }

export type Item = { [key: string]: Json; id: string }

type Group = { [key: string]: Json }

/** The plan after these changes, one after another; the one that was given stays as it is. Changes of what is not there any more do nothing. */
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

/** Behind the one that is named; at the end where there is none of that name. */
function insert(list: Item[], item: Item, after: string | null): void {
  const index = after === null ? 0 : list.findIndex(({ id }) => id === after) + 1
  list.splice(after !== null && index === 0 ? list.length : index, 0, item)
}

/** The list but for one member, which is as in the other list: changed, new behind the one that it stands behind there, or gone. */
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

/** What stands there; undefined where nothing does. */
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

/** A list whose members have ids; an empty list is one, too. */
export function isItems(value: unknown): value is Item[] {
  return Array.isArray(value) && value.every((item) => isGroup(item) && typeof item['id'] === 'string')
}

/** Whether both say the same, whatever the order of keys: the database gives them back in another. */
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

/** When each part of a draft was last changed: the revision, by the path with slashes. The whole plan has the path ''. */
export type Revisions = Readonly<Record<string, number>>

/** Two who changed the same part. `theirs` is what stands there now; undefined where it was removed. */
export type ChangeConflict = { at: string[]; theirs: Json | undefined }

/**
 * Which of these changes, made by somebody who had seen the draft up to `seen`, meet with what was changed since. A change that is done already, because
 * its answer was lost, meets with nothing.
 */
export function findConflicts(
  plan: object,
  changes: readonly Change[],
  { seen, revisions }: { seen: number; revisions: Revisions },
): ChangeConflict[] {
  const newer = Object.entries(revisions).flatMap(([path, revision]) => (revision > seen ? [parsePath(path)] : []))
  const done = (path: Path) => newer.some((other) => isWithin(path, other) || isWithin(other, path))
  // What these changes add themselves is there for those that follow. One copy is changed step by step: a large plan takes long to copy.
  const next = structuredClone(plan) as Group
  const met = (change: Change): ChangeConflict[] => {
    const theirs = getValueAt(next, change.at)
    const clash = () => [{ at: change.at, theirs: structuredClone(theirs) }]
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

/** Letters of all paths in a record: a save reads and writes all of it. */
const MAX_REVISIONS_LENGTH = 50_000

/**
 * The record with what these changes have changed, bounded: beyond the limit the oldest entries become one for the whole plan, so that whoever had not seen
 * those clashes.
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
    // Where something stands says nothing about what it holds.
    return change.do === 'move' ? [] : [change.at]
  })
  return Object.fromEntries(touched.map((path) => [path.join('/'), revision]))
}

function isWithin(path: Path, part: Path): boolean {
  return part.length <= path.length && part.every((name, index) => path[index] === name)
}
