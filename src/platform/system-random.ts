import { randomInt } from 'node:crypto'
import type { Random } from '#shared/random.ts'

/** The single source of random values that members must not be able to guess; tests set it. */
export const systemRandom: Random = (below) => randomInt(below)
