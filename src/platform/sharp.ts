import type sharpOf from 'sharp'
import { library, lazy } from './lazy.ts'

/** The library that draws pictures: `sharp()(file)`. */
export const sharp = lazy<typeof sharpOf>(() => library('sharp'))
