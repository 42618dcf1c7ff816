/**
 * The parts of a product, by names that its author knows, such as 'price' or 'lectures'. A part with several items is a
 * group. Each item has its `name` and its main `file`. The keys of a group identify the items. If they are not readable
 * for people, an item also has `called`.
 */
export type ProductParts = Readonly<Record<string, PartValue>>

type PartValue = string | number | readonly unknown[] | PartGroup

type PartGroup = Readonly<
  Record<string, { called?: string; name: string; file: string | undefined } & Readonly<Record<string, unknown>>>
>

const MAX_VALUE_LENGTH = 60

/** Describes each difference, such as `price: 149.00 → 99.00`, `description`, or `lectures (new: last-page)`. */
export function describeChanges(before: ProductParts, after: ProductParts): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    if (isDeepEqual(was, is)) return []
    if (isGroup(was) && isGroup(is)) return [`${name} (${describeGroupChanges(was, is)})`]
    return [isShort(was) && isShort(is) ? `${name}: ${was} → ${is}` : name]
  })
}

function describeGroupChanges(before: PartGroup, after: PartGroup): string {
  const called = (key: string) => after[key]?.called ?? before[key]?.called ?? key
  const fresh = Object.keys(after).filter((key) => !Object.hasOwn(before, key))
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  const changed = Object.keys(after).filter(
    (key) => Object.hasOwn(before, key) && !isDeepEqual(before[key], after[key]),
  )
  const renamed = gone.flatMap((key) => {
    const now = fresh.find((other) => isSameItem(before[key], after[other]))
    return now === undefined
      ? []
      : [
          `was ${called(key)} renamed to ${called(now)}? To keep members’ progress, rename the file back, or give it its former id`,
        ]
  })
  const lists = [
    ['new', fresh],
    ['changed', changed],
    ['no longer shown', gone],
  ] as const
  return [
    ...lists.filter(([, keys]) => keys.length > 0).map(([word, keys]) => `${word}: ${keys.map(called).join(', ')}`),
    ...renamed,
  ].join('; ')
}

function isSameItem(one: PartGroup[string] | undefined, other: PartGroup[string] | undefined): boolean {
  return one?.name === other?.name || (one?.file !== undefined && one.file === other?.file)
}

/** Ignores the order of keys, which the database changes. */
function isDeepEqual(one: unknown, other: unknown): boolean {
  return sortKeys(one) === sortKeys(other)
}

function sortKeys(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Object && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
  return text ?? 'nothing'
}

function isGroup(part: PartValue | undefined): part is PartGroup {
  return part instanceof Object && !Array.isArray(part)
}

function isShort(part: PartValue | undefined): part is string | number {
  return typeof part === 'number' || (typeof part === 'string' && part !== '' && part.length <= MAX_VALUE_LENGTH)
}
