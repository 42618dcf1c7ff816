import { assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import {
  changeNote,
  countNotesLocked,
  deleteNote,
  findOwnedLecture,
  findNote,
  insertNote,
  listCourseNotes,
} from './notes.queries.ts'
import { MAX_NOTES, NOTE_LIMIT } from './notes.rules.ts'

export async function getCourseNotes({ db }: Pick<Deps, 'db'>, memberId: string, slugOrPurchaseId: string) {
  const found = await listCourseNotes(db, memberId, slugOrPurchaseId)
  if (!found) throw new AppError('not_found', 'No such course among yours.')
  return found
}

type NoteInput = {
  memberId: string
  slugOrPurchaseId: string
  lectureSlug: string
  /** Made by the browser. */
  id: string
  seconds: number
  words: string
  /** What the note says that is to be changed; undefined for a new one. */
  replaces: string | undefined
}

/**
 * Keeps a note, or changes the one that has its id. Refuses (`not_found`; `invalid` when there are as many as are kept; `conflict` when the stored note
 * says something else than the caller knows).
 */
export async function saveOwnNote({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>, written: NoteInput) {
  const { memberId, id, seconds, words, replaces } = written
  const lecture = await findOwnedLecture(db, written)
  if (!lecture) throw new AppError('not_found', 'No such lecture among yours.')
  await enforceRateLimit({ now, config }, db, NOTE_LIMIT, memberId)
  const note = { id, memberId, lectureId: lecture.id, seconds, words, writtenAt: now() }
  await db.transaction(async (tx) => {
    await assertActive(tx, { kind: 'member', memberId })
    const many = await countNotesLocked(tx, memberId, lecture.courseId)
    const stored = await findNote(tx, note)
    if (stored?.words === words && stored.seconds === seconds) return
    if (stored && stored.words !== replaces)
      throw new AppError(
        'conflict',
        'Another text is stored for this note. Nothing was changed. Please compare the two before you keep yours.',
      )
    if (stored) return changeNote(tx, note)
    if (many >= MAX_NOTES)
      throw new AppError('invalid', `You have ${MAX_NOTES} notes in this course. Please remove some first.`)
    if (!(await insertNote(tx, note))) throw new AppError('not_found', 'No such note among yours.')
  })
  return { id, seconds, words, lectureSlug: lecture.slug, lectureName: lecture.name }
}

/** Of the member's own; another one, or none, stays as it is. */
export function deleteOwnNote({ db }: Pick<Deps, 'db'>, memberId: string, id: string): Promise<void> {
  return deleteNote(db, memberId, id)
}
