import { isGroup, isItems, isDeepEqual, type Item, type Json } from '#shared/plan-changes.ts'

/**
 * A part that was changed differently on the two sides. If a value is undefined, the part doesn't exist on that side.
 */
export type Difference = { at: string[]; base: Json | undefined; mine: Json | undefined; theirs: Json | undefined }

/** Which side's value to use for parts that both sides changed. The keys are paths joined with slashes. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

type MergeInputs = { base: Json | undefined; mine: Json | undefined; theirs: Json | undefined }

/**
 * Merges two sides with their common base. If only one side changed a part, uses that change. If both did, uses the
 * choice or, if there is none, `mine`, and reports the difference. Lists whose items have IDs are merged item by item.
 */
export function mergePlans<Plan extends object>(
  three: { base: Plan; mine: Plan; theirs: Plan },
  choices: Choices = {},
): { plan: Plan; differences: Difference[] } {
  const result: MergeResult = { differences: [], choices }
  const plan = merge(three as unknown as MergeInputs, [], result)
  return { plan: plan as unknown as Plan, differences: result.differences }
}

type MergeResult = { differences: Difference[]; choices: Choices }

function merge(three: MergeInputs, at: string[], result: MergeResult): Json | undefined {
  const { base, mine, theirs } = three
  if (isDeepEqual(mine, theirs) || isDeepEqual(base, theirs)) return mine
  if (isDeepEqual(base, mine)) return theirs
  if (isItems(mine) && isItems(theirs) && isItems(base)) return mergeItems({ base, mine, theirs }, at, result)
  if (isGroup(mine) && isGroup(theirs) && isGroup(base)) {
    const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
    const parts = names.map((name) => {
      const part = { base: base[name], mine: mine[name], theirs: theirs[name] }
      return [name, merge(part, [...at, name], result)] as const
    })
    return Object.fromEntries(parts.filter((part): part is [string, Json] => part[1] !== undefined))
  }
  result.differences.push({ at, ...three })
  return result.choices[at.join('/')] === 'theirs' ? theirs : mine
}

/**
 * Merges lists. If only the other side changed the order, uses its order. Otherwise, uses the order of `mine`. An item
 * that only one side has comes after the same item as on that side.
 */
function mergeItems(
  { base, mine, theirs }: { base: Item[]; mine: Item[]; theirs: Item[] },
  at: string[],
  result: MergeResult,
): Json {
  const [inBase, inMine, inTheirs] = [byId(base), byId(mine), byId(theirs)]
  const shared = (list: Item[]) =>
    list.flatMap(({ id }) => (inMine.has(id) && inTheirs.has(id) && inBase.has(id) ? id : []))
  const [leading, following] = isDeepEqual(shared(mine), shared(base)) ? [theirs, mine] : [mine, theirs]
  const order = leading.map(({ id }) => id)
  for (const [index, { id }] of following.entries()) {
    if (order.includes(id)) continue
    const before = following[index - 1]?.id
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order.flatMap((id) => {
    const item = merge({ base: inBase.get(id), mine: inMine.get(id), theirs: inTheirs.get(id) }, [...at, id], result)
    return item === undefined ? [] : [item]
  })
}

function byId(list: Item[]): ReadonlyMap<string, Item> {
  return new Map(list.map((item) => [item.id, item]))
}
