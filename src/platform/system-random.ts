import { randomInt } from 'node:crypto'
import type { Random } from '#shared/random.ts'

/** The only source of random values that members must not be able to guess. Tests set it. */
export const systemRandom: Random = (below) => randomInt(below)
