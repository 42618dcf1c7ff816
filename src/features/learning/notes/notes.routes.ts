import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { saveNote, listNotes, type Note, deleteNote } from './notes.contract.ts'
import { deleteOwnNote, getCourseNotes, saveOwnNote } from './notes.service.ts'

export function noteRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listNotes, async ({ params, member }) =>
    (await getCourseNotes(deps, member.id, params.id)).map(toNoteView),
  )
  registerEndpoint(app, saveNote, async ({ params: { id1, id2 }, body, member }) =>
    toNoteView(
      await saveOwnNote(deps, {
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
  registerEndpoint(app, deleteNote, async ({ params, member }) => {
    await deleteOwnNote(deps, member.id, params.id)
    return { removed: true as const }
  })
}

function toNoteView({ id, lectureSlug, lectureName, seconds, words }: Awaited<ReturnType<typeof saveOwnNote>>): Note {
  return { id, lecture_id: lectureSlug, lecture_name: lectureName, seconds, text: words }
}
