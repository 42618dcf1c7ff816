import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { UPLOAD_PURPOSES } from './uploads.rules.ts'

// File uploads. The bytes use the tus protocol (uploads.routes.ts); these endpoints surround it.

const Params = z.strictObject({ id: z.string().max(40) })

const Upload = z.object({
  id: z.uuid(),
  use: z.enum(UPLOAD_PURPOSES),
  name: z.string(),
  bytes: z.int(),
  received: z.int().describe('So many bytes have come.'),
})

export const FileWarnings = z
  .array(z.object({ line: z.int().optional(), message: z.string() }))
  .optional()
  .describe('What its author should know of it, by line in captions; left out where there is nothing.')

export const UploadedFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  seconds: z.number().nullable().describe('Length of a video or sound.'),
  content_type: z.string(),
  warnings: FileWarnings,
})

export type UploadedFile = z.infer<typeof UploadedFile>

export const listUploads = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/uploads/',
  access: { may: 'upload files' },
  summary: 'The caller’s own uploads that are not finished',
  description: 'The oldest first. What nobody went on with for three days is given up.',
  reply: z.object({ uploads: z.array(Upload) }),
  example: {
    reply: {
      uploads: [
        {
          id: '4d1f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
          use: 'video',
          name: 'interview.mp4',
          bytes: 312_000_000,
          received: 83_886_080,
        },
      ],
    },
  },
})

export const compareUpload = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/uploads/:id/pieces/:from/',
  access: { may: 'upload files' },
  summary: 'Digests of what has come of an upload',
  description:
    'From the byte `from` on, of 8 MiB each, at most 32 at once. Whoever goes on with a file that was chosen again compares them first: name and size prove nothing.',
  params: Params.extend({ from: z.string().regex(/^\d{1,12}$/) }),
  reply: z.object({ pieces: z.array(z.object({ sha256: z.string(), bytes: z.int() })) }),
  example: {
    params: { id: '4d1f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', from: '0' },
    reply: {
      pieces: [{ sha256: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0', bytes: 8_388_608 }],
    },
  },
})

export const finishUpload = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/uploads/:id/finish/',
  access: { may: 'upload files' },
  summary: 'Makes a stored file of an upload that is whole',
  description:
    'Looks into it, moves the index of an MP4 to its front, draws a cover in all its sizes. Where that takes longer than some seconds `state` is `checking`: ask again. The same answer comes however often it is asked for.',
  params: Params,
  body: z.strictObject({}),
  reply: z.object({
    state: z.enum(['checking', 'stored', 'refused']),
    file: UploadedFile.nullable(),
    wrong: z
      .string()
      .nullable()
      .describe('Why it is not taken and what to do, to be read behind the name of the file.'),
    mistakes: z.array(z.object({ line: z.int().optional(), message: z.string() })).describe('Of captions, by line.'),
  }),
  example: {
    params: { id: '4d1f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' },
    body: {},
    reply: {
      state: 'stored',
      file: {
        id: '8c2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
        name: 'interview.mp4',
        bytes: 312_000_000,
        seconds: 1834.5,
        content_type: 'video/mp4',
      },
      wrong: null,
      mistakes: [],
    },
  },
})
