import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const UnusedFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  stored: z.string().describe("The date, in the academy's time zone."),
})

export const MAX_FILES_PER_REQUEST = 500

export const listUnusedFiles = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/files/unused/',
  access: { may: 'remove files' },
  summary: 'List stored files that nothing uses anymore',
  description:
    'Files older than three days that no product, draft, earlier version, upload, or page uses. Largest first, at most 500. `bytes` counts all of them.',
  reply: z.object({ files: z.array(UnusedFile).max(MAX_FILES_PER_REQUEST), count: z.int(), bytes: z.int() }),
  example: {
    reply: {
      files: [
        { id: '8c2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', name: 'interview.mp4', bytes: 312_000_000, stored: '2026-11-01' },
      ],
      count: 1,
      bytes: 312_000_000,
    },
  },
})

export const deleteUnusedFiles = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/files/unused/remove/',
  access: { may: 'remove files' },
  summary: 'Remove unused files',
  description:
    'Removes those of `files` that are still unused. The rest are kept. Earlier backups still include removed files.',
  bodyLimit: 32 * 1024,
  body: z.strictObject({
    files: z.array(z.uuid('File not found.')).min(1, 'Please choose at least one file.').max(MAX_FILES_PER_REQUEST),
  }),
  reply: z.object({ message: z.string(), removed: z.int() }),
  example: {
    body: { files: ['8c2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'] },
    reply: { message: '1 file removed, freeing 312 MB.', removed: 1 },
  },
})
