import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const UnusedFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  stored: z.string().describe('On which day, in the time zone of the academy.'),
})

export const MAX_FILES_PER_REQUEST = 500

export const listUnusedFiles = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/files/unused/',
  access: { may: 'remove files' },
  summary: 'Stored files that nothing uses any more',
  description:
    'No product, draft, kept version or upload names them, and nothing of the site; they are older than three days. The largest first, 500 at most; `bytes` counts all of them.',
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
  summary: 'Removes stored files that nothing uses',
  description:
    'Those of `files` that are still unused at this very moment. What is used by then stays. Backups of before still have them.',
  bodyLimit: 32 * 1024,
  body: z.strictObject({
    files: z.array(z.uuid('No such file.')).min(1, 'Please choose at least one file.').max(MAX_FILES_PER_REQUEST),
  }),
  reply: z.object({ message: z.string(), removed: z.int() }),
  example: {
    body: { files: ['8c2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'] },
    reply: { message: '1 file was removed; 312 MB are free again.', removed: 1 },
  },
})
