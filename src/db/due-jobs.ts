const LOOK_EVERY_MS = 2_000

const DUE = `select name from unnest($1::text[]) as kind (name) where exists (
    select from pgboss.job where job.name = kind.name and state < 'active' and not blocked and start_after <= now())`

/**
 * Finds jobs of which nobody was told, those that are tried again among them: one statement for all kinds, where each worker would else ask for
 * its own. `wakers` wake the workers of a kind. The caller clears the timer.
 */
export function lookForDue(
  wakers: ReadonlyMap<string, () => void>,
  ask: (statement: string, values: unknown[]) => Promise<unknown[]>,
): NodeJS.Timeout {
  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    const due = (await ask(DUE, [[...wakers.keys()]])) as { name: string }[]
    for (const { name } of due) wakers.get(name)?.()
    isLooking = false
  }
  return setInterval(() => void look(), LOOK_EVERY_MS).unref()
}
