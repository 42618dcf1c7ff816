import type sharpOf from 'sharp'
import { library, lazy } from './lazy.ts'

/** The image library. Call it as `sharp()(file)`. */
export const sharp = lazy<typeof sharpOf>(() => library('sharp'))
