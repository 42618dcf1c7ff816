import { toDistinctFileName } from '#shared/file-name.ts'
import { call } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import { sendOnce } from '#web/client/send-once.ts'
import type { deleteNote, listNotes, Note, saveNote } from '../notes.contract.ts'
import { formatNotesAsText } from '../notes.rules.ts'

type NoteInput = {
  course: string
  lecture: string
  seconds: number
  text: string
  isChange: boolean
  /** The text that the change replaces. */
  replaces?: string | undefined
}

export function fetchNotes(id: string, signal?: AbortSignal): Promise<Note[]> {
  return call<typeof listNotes>('GET /Academy/api/take/course/:id/notes/', {
    params: { id },
    ...(signal && { signal }),
  })
}

export const noteActions = {
  listNotes: (course: string) => fetchNotes(course),
  saveNote: async (id: string, { course, lecture, seconds, text, isChange, replaces }: NoteInput) => {
    const send = (noteId: string) =>
      call<typeof saveNote>('POST /Academy/api/course/:id1/lecture/:id2/note/', {
        params: { id1: course, id2: lecture },
        body: { id: noteId, seconds, text, ...(replaces !== undefined && { replaces }) },
      })
    return { note: await (isChange ? send(id) : sendOnce(id, send)), message: 'Note saved.' }
  },
  removeNote: async (id: string, removed: Note) => {
    await call<typeof deleteNote>('POST /Academy/api/note/:id/remove/', { params: { id } })
    return { removed, message: 'Removed.' }
  },
  exportNotes: async (course: { id: string; course_name: string }) => {
    const text = formatNotesAsText(course.course_name, await fetchNotes(course.id))
    saveAs(
      new Blob([text], { type: 'text/plain;charset=utf-8' }),
      `${toDistinctFileName(course.course_name, course.id)} - notes.txt`,
    )
  },
}
