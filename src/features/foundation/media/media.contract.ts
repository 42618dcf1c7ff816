import { z } from 'zod'

/** A cover in one format and width; `url` is a path on the API host. */
export const Image = z.object({ format: z.enum(['avif', 'webp']), width: z.number(), url: z.string() })
