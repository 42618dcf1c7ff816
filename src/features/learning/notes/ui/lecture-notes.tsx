import { useRef, useState } from 'react'
import { playFrom } from '#features/foundation/playback/ui/control.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import { ApiError } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Note } from '../notes.contract.ts'
import { fetchNotes, type noteActions } from './note-actions.ts'
import { NoteForm, NotesSection } from './note-form.tsx'
import { NoteText } from './note-text.tsx'
import { prepareToSend, useSavedDraft } from '#web/client/member-storage.ts'

type NoteDraft = { id: string; sent: string; seconds: number; text: string; isChange: boolean }

function newDraft(): NoteDraft {
  return { id: crypto.randomUUID(), sent: '', seconds: 0, text: '', isChange: false }
}

type LectureNotesProps = {
  course: { id: string; course_name: string }
  lectureId: string
  media: HTMLMediaElement | null
  /** False if the lecture is a text, so that its notes have no time. */
  isTimed: boolean
  /** All notes on the course; undefined if loading failed. */
  loaded: readonly Note[] | undefined
}

/** Undefined if notes can't be loaded, because the lecture works without them. */
export async function fetchOwnNotes(id: string, signal: AbortSignal): Promise<readonly Note[] | undefined> {
  try {
    return await fetchNotes(id, signal)
  } catch (error) {
    console.error(error)
    return undefined
  }
}

/** A member's private notes at timestamps in the lecture, and a form for adding one. */
export function LectureNotes({ course, lectureId, media, isTimed, loaded }: LectureNotesProps) {
  const { notes, action, areMissing, list, postNote, remove } = useNotes({ course, lectureId, loaded })
  const { status } = action
  const isProblem = areMissing || status?.kind === 'error'
  const removed = action.result('removeNote')?.removed
  const [draft, keepDraft] = useSavedDraft(`note:${course.id}/${lectureId}`, newDraft, ['tab', 'browser'])
  const setDraft = (changed: NoteDraft) => keepDraft(changed.text === '' && !changed.isChange ? undefined : changed)
  const formatTime = (seconds: number) => (isTimed ? ` at ${formatClockTime(seconds)}` : '')
  const isEmpty = draft.text === '' && !draft.isChange
  const field = useRef<HTMLTextAreaElement>(null)
  const save = async () => {
    // A change keeps the note's ID, whatever the new text.
    const sending = draft.isChange ? draft : prepareToSend(draft, draft.text)
    setDraft(sending)
    if (await postNote(sending)) setDraft(newDraft())
  }
  return (
    <NotesSection isTimed={isTimed}>
      <NoteForm
        label={isEmpty ? undefined : `${draft.isChange ? 'Edit the note' : 'Note'}${formatTime(draft.seconds)}`}
        field={field}
        text={draft.text}
        error={action.errors['text']}
        // Records the playback time when typing starts.
        onText={(text) => setDraft({ ...draft, text, ...(isEmpty && { seconds: media?.currentTime ?? 0 }) })}
        onSave={save}
        isSaving={action.isRunning('saveNote', draft.id)}
      >
        {draft.isChange && (
          <Button variant="link" onClick={() => setDraft(newDraft())}>
            Cancel
          </Button>
        )}
      </NoteForm>
      <p
        role={isProblem ? 'alert' : 'status'}
        className={`mt-2 text-sm font-medium ${isProblem ? 'text-danger' : 'text-study-ink'}`}
      >
        {areMissing ? 'We couldn’t load your notes. They’re still saved.' : !action.errors['text'] && status?.text}{' '}
        {removed && (
          <Button variant="link" onClick={() => void postNote(removed)}>
            Undo
          </Button>
        )}
        {areMissing && (
          <Button variant="link" onClick={() => void list()}>
            Try again
          </Button>
        )}
      </p>
      {notes.length > 0 && (
        <>
          <ol aria-labelledby="notes" className="mt-2 flex list-none flex-col gap-2">
            {notes.map((note) => (
              <li
                key={note.id}
                className="flex flex-wrap items-start gap-x-2 rounded-card border border-line bg-surface p-2 sm:flex-nowrap"
              >
                {isTimed && (
                  <button
                    type="button"
                    aria-label={`Play from ${formatClockTime(note.seconds)}`}
                    disabled={!media}
                    onClick={() => {
                      if (!media) return
                      playFrom(media, note.seconds)
                    }}
                    className="money min-h-11 min-w-14 shrink-0 rounded-control px-2 text-sm font-semibold text-link"
                  >
                    {formatClockTime(note.seconds)}
                  </button>
                )}
                {/* Keyed by text, so that a changed note is collapsed again. */}
                <NoteText key={note.text} note={note} />
                <div className="ml-auto flex shrink-0 print:hidden">
                  <Button
                    variant="link"
                    aria-label={`Edit the note${formatTime(note.seconds)}`}
                    onClick={() => {
                      setDraft({ id: note.id, sent: '', seconds: note.seconds, text: note.text, isChange: true })
                      field.current?.focus()
                    }}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="link"
                    busy={action.isRunning('removeNote', note.id)}
                    aria-label={`Remove the note${formatTime(note.seconds)}`}
                    onClick={() => {
                      document.querySelector<HTMLElement>('#notes')?.focus()
                      void remove(note)
                    }}
                  >
                    Remove
                  </Button>
                </div>
              </li>
            ))}
          </ol>
          <Button
            variant="quiet"
            busy={action.isRunning('exportNotes')}
            className="mt-3"
            onClick={() => void action.submit('exportNotes', course)}
          >
            <Icon name="download" />
            Download all notes (text)
          </Button>
        </>
      )}
    </NotesSection>
  )
}

function useNotes({ course, lectureId, loaded }: Omit<LectureNotesProps, 'media' | 'isTimed'>) {
  const ofLecture = (all: readonly Note[]) => all.filter(({ lecture_id: id }) => id === lectureId)
  const [notes, setNotes] = useState(() => ofLecture(loaded ?? []))
  const [isLoaded, setLoaded] = useState(loaded !== undefined)
  const action = useAction<typeof noteActions>({
    unreachable: 'We couldn’t reach the academy. What you typed is still here. Try again.',
    onError: (error) => {
      // The note was changed in another tab. Shows that version, so that the member can compare, then save again to
      // keep their own text.
      if (error instanceof ApiError && error.body['code'] === 'conflict')
        fetchNotes(course.id).then((all) => setNotes(ofLecture(all)), console.error)
    },
  })

  const list = async () => {
    const all = await action.submit('listNotes', course.id)
    if (!all) return
    setNotes(ofLecture(all))
    setLoaded(true)
  }
  const postNote = async ({
    id,
    seconds,
    text,
    isChange = false,
  }: Pick<NoteDraft, 'id' | 'seconds' | 'text'> & Partial<NoteDraft>) => {
    const replaces = isChange ? notes.find((note) => note.id === id)?.text : undefined
    const saved = await action.submit('saveNote', id, {
      course: course.id,
      lecture: lectureId,
      seconds,
      text,
      isChange,
      replaces,
    })
    if (!saved) return false
    setNotes((before) =>
      [...before.filter((note) => note.id !== saved.note.id), saved.note].toSorted((a, b) => a.seconds - b.seconds),
    )
    return true
  }
  const remove = async (note: Note) => {
    if (await action.submit('removeNote', note.id, note))
      setNotes((before) => before.filter(({ id }) => id !== note.id))
  }
  // Shown until another action displays a message.
  const areMissing = !isLoaded && (action.last === undefined || action.last === 'listNotes')
  return { notes, action, areMissing, list, postNote, remove }
}
