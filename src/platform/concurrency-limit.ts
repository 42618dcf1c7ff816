import type { ClientKey } from './client-key.ts'

type Capacity = { running: number; waiting: number }
type Limits = { all: Capacity; network: Capacity; wider: Capacity }
type QueuedTask = { place: ClientKey; begin: (isLet: boolean) => void }

/**
 * Limits the running and queued tasks in total, per network, and per wider network. Networks take turns, so each waits
 * for at most one task of every other network. A task over the limit is rejected at once with undefined. When the whole
 * queue is full, the network with the longest queue loses its last task.
 */
export function createConcurrencyLimit(limits: Limits) {
  const running = new Map<string, number>()
  /** The queues by wider network, in the order of their turns. No queue is empty. */
  const lines = new Map<string, QueuedTask[]>()
  let runningInAll = 0

  const isFree = ({ network, wider }: ClientKey) =>
    runningInAll < limits.all.running &&
    (running.get(network) ?? 0) < limits.network.running &&
    (wider === undefined || (running.get(wider) ?? 0) < limits.wider.running)

  function count({ network, wider }: ClientKey, by: 1 | -1): void {
    runningInAll += by
    for (const name of wider === undefined ? [network] : [network, wider]) {
      const now = (running.get(name) ?? 0) + by
      if (now === 0) running.delete(name)
      else running.set(name, now)
    }
  }

  /** Removes a task from a queue, then moves that queue behind the others. */
  function take(name: string, line: QueuedTask[], at: number): QueuedTask | undefined {
    const [taken] = line.splice(at, 1)
    lines.delete(name)
    if (line.length > 0) lines.set(name, line)
    return taken
  }

  function nextInTurn(): QueuedTask | undefined {
    for (const [name, line] of lines) {
      const at = line.findIndex(({ place }) => isFree(place))
      if (at !== -1) return take(name, line, at)
    }
    return undefined
  }

  /** Makes room for a task by rejecting one from a longer queue. Returns false if there is no longer queue. */
  function displace(own: number): boolean {
    const longestQueue = [...lines.values()].reduce((longest, line) => (line.length > longest.length ? line : longest))
    if (longestQueue.length <= own + 1) return false
    longestQueue.pop()?.begin(false)
    return true
  }

  function hasRoom(place: ClientKey, line: QueuedTask[]): boolean {
    if (line.filter(({ place: { network } }) => network === place.network).length >= limits.network.waiting)
      return false
    if (place.wider !== undefined && line.length >= limits.wider.waiting) return false
    const inAll = [...lines.values()].reduce((sum, { length }) => sum + length, 0)
    return inAll < limits.all.waiting || displace(line.length)
  }

  async function enter(place: ClientKey): Promise<boolean> {
    if (isFree(place)) {
      count(place, 1)
      return true
    }
    const name = place.wider ?? place.network
    const line = lines.get(name) ?? []
    if (!hasRoom(place, line)) return false
    // The caller of `begin` has already counted the task, so no other task can take its slot in the meantime.
    return new Promise((begin) => {
      line.push({ place, begin })
      lines.set(name, line)
    })
  }

  function leave(place: ClientKey): void {
    count(place, -1)
    for (let next = nextInTurn(); next; next = nextInTurn()) {
      count(next.place, 1)
      next.begin(true)
    }
  }

  return async function pass<Result>(
    place: ClientKey,
    work: () => Promise<Result>,
  ): Promise<{ result: Result } | undefined> {
    if (!(await enter(place))) return undefined
    try {
      return { result: await work() }
    } finally {
      leave(place)
    }
  }
}
