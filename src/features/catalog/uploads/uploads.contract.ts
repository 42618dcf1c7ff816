import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { UPLOAD_PURPOSES } from './uploads.rules.ts'

// These are the endpoints for file uploads. They do everything except receive the bytes, which are sent by the tus
// protocol (uploads.routes.ts).

const Params = z.strictObject({ id: z.string().max(40) })

const Upload = z.object({
  id: z.uuid(),
  use: z.enum(UPLOAD_PURPOSES),
  name: z.string(),
  bytes: z.int(),
  received: z.int().describe('How many bytes were received.'),
})

export const FileWarnings = z
  .array(z.object({ line: z.int().optional(), message: z.string() }))
  .optional()
  .describe('Warnings for the author, by line for captions; missing if there are none.')

export const UploadedFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  seconds: z.number().nullable().describe('Length of a video or audio recording.'),
  content_type: z.string(),
  warnings: FileWarnings,
})

export type UploadedFile = z.infer<typeof UploadedFile>

export const listUploads = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/uploads/',
  access: { may: 'upload files' },
  summary: "List the caller's unfinished uploads",
  description: "Oldest first. Uploads that don't continue within three days are deleted.",
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
  summary: 'Get digests of the received parts of an upload',
  description:
    'Starting at byte `from`: 8 MiB each, at most 32 at a time. Compare them before continuing with a file that was chosen again: name and size prove nothing.',
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
  summary: 'Finish an upload as a stored file',
  description:
    'Checks the file, moves the index of an MP4 to its front, converts MOV to MP4 and SubRip to WebVTT, and renders covers in all sizes. If that takes more than a few seconds, `state` is `checking`: ask again. Repeated requests get the same response.',
  params: Params,
  body: z.strictObject({}),
  reply: z.object({
    state: z.enum(['checking', 'stored', 'refused']),
    file: UploadedFile.nullable(),
    wrong: z.string().nullable().describe('Why the file is rejected and what to do, to show after its name.'),
    mistakes: z.array(z.object({ line: z.int().optional(), message: z.string() })).describe('For captions, by line.'),
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
