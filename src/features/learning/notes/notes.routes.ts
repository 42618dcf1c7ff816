import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { keepNote, listNotes, type Note, removeNote } from './notes.contract.ts'
import { dropNote, notesIn, writeNote } from './notes.service.ts'

export function noteRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listNotes, async ({ params, member }) => (await notesIn(deps, member.id, params.id)).map(toShow))
  serve(app, keepNote, async ({ params: { id1, id2 }, body, member }) =>
    toShow(
      await writeNote(deps, {
        memberId: member.id,
        slugOrPurchaseId: id1,
        lectureSlug: id2,
        id: body.id,
        seconds: body.seconds,
        words: body.text,
        replaces: body.replaces,
      }),
    ),
  )
  serve(app, removeNote, async ({ params, member }) => {
    await dropNote(deps, member.id, params.id)
    return { removed: true as const }
  })
}

function toShow({ id, lectureSlug, lectureName, seconds, words }: Awaited<ReturnType<typeof writeNote>>): Note {
  return { id, lecture_id: lectureSlug, lecture_name: lectureName, seconds, text: words }
}
