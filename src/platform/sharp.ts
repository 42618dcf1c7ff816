import type sharpOf from 'sharp'
import { library, whenNeeded } from './when-needed.ts'

/** The library that draws pictures: `sharp()(file)`. */
export const sharp = whenNeeded<typeof sharpOf>(() => library('sharp'))
