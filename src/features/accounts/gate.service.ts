/**
 * Lets `running` pieces of work go on at a time and `waiting` more stand in a line.
 * Whoever finds the line full gets undefined, at once.
 */
export function gate(limits: { running: number; waiting: number }) {
  const line: (() => void)[] = []
  let running = 0

  return async function pass<Result>(work: () => Promise<Result>): Promise<{ result: Result } | undefined> {
    if (running < limits.running) running += 1
    else if (line.length >= limits.waiting) return undefined
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return { result: await work() }
    } finally {
      const next = line.shift()
      // The place is handed on rather than given back, so nobody slips in between.
      if (next) next()
      else running -= 1
    }
  }
}
