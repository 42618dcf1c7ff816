import { randomInt } from 'node:crypto'
import type { Random } from '#shared/random.ts'

/** The one source of what is drawn for somebody who must not guess it; tests set it. */
export const systemRandom: Random = (below) => randomInt(below)
