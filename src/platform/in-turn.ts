const last = new Map<string, Promise<unknown>>()

/** Runs the work when all that was given before under the same key is done or has failed. What has another key does not wait for it. */
export async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const mine = (last.get(key) ?? Promise.resolve()).then(work)
  const ended = mine.catch(() => {})
  last.set(key, ended)
  try {
    return await mine
  } finally {
    if (last.get(key) === ended) last.delete(key)
  }
}
