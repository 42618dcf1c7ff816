import { fileURLToPath } from 'node:url'
import { library, whenNeeded } from './when-needed.ts'

/** One thread for work on large files, begun when it is needed and ended when it is idle. */
const line = whenNeeded(() => {
  const { Piscina }: typeof import('piscina') = library('piscina')
  return new Piscina({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    // Who waits for a page goes before who waits for a file.
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  })
})

type Work = (given: never) => Promise<unknown>

/**
 * A function of a module, run in a thread beside the one where requests are answered, one after the other: what reads a file of gigabytes takes
 * seconds of a processor. What it is given and what it returns is copied: plain data.
 */
export function besideRequests<Done extends Work>(
  module: URL,
  name: string,
): (given: Parameters<Done>[0]) => ReturnType<Done> {
  const filename = fileURLToPath(module)
  return (given) => line().run(given, { filename, name }) as ReturnType<Done>
}
