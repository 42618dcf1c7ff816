import { useRef, useState } from 'react'
import { seek, play } from '#features/foundation/playback/ui/control.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import { ApiError, call } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { saveNote, listNotes, Note, deleteNote } from '../notes.contract.ts'
import { formatNotesAsText } from '../notes.rules.ts'
import { NoteText } from './note-text.tsx'
import { prepareToSend, useSavedDraft } from '#web/client/member-storage.ts'
import { sendOnce } from '#web/client/send-once.ts'
import { toDistinctFileName } from '#shared/file-name.ts'

type NoteDraft = { id: string; sent: string; seconds: number; text: string; isChange: boolean }

function newDraft(): NoteDraft {
  return { id: crypto.randomUUID(), sent: '', seconds: 0, text: '', isChange: false }
}

type LectureNotesProps = {
  course: { id: string; course_name: string }
  lectureId: string
  media: HTMLMediaElement | null
  /** All notes of the course; undefined when loading failed. */
  loaded: readonly Note[] | undefined
}

/** The lecture works without them. */
export async function fetchOwnNotes(id: string, signal: AbortSignal): Promise<readonly Note[] | undefined> {
  try {
    return await fetchNotes(id, signal)
  } catch (error) {
    console.error(error)
    return undefined
  }
}

function fetchNotes(id: string, signal?: AbortSignal): Promise<Note[]> {
  return call<typeof listNotes>('GET /Academy/api/take/course/:id/notes/', {
    params: { id },
    ...(signal && { signal }),
  })
}

/** A member's private notes at moments of the lecture, and a form to add one. */
export function LectureNotes({ course, lectureId, media, loaded }: LectureNotesProps) {
  const { notes, message, busy, list, postNote, remove, exported } = useNotes({ course, lectureId, loaded })
  const [draft, keepDraft] = useSavedDraft(`note:${course.id}/${lectureId}`, newDraft)
  const setDraft = (changed: NoteDraft) => keepDraft(changed.text === '' && !changed.isChange ? undefined : changed)
  const isEmpty = draft.text === '' && !draft.isChange
  const field = useRef<HTMLTextAreaElement>(null)
  const save = async () => {
    // A change keeps its note's id, whatever is sent.
    const sending = draft.isChange ? draft : prepareToSend(draft, draft.text)
    setDraft(sending)
    if (await postNote(sending)) setDraft(newDraft())
  }
  return (
    <section aria-labelledby="notes" className="mt-8 print:break-inside-avoid">
      <h2 id="notes" tabIndex={-1} className="mb-1 text-xl outline-none">
        My notes
      </h2>
      <p className="mb-4 text-sm text-muted">For you alone. Each stands at its moment of the lecture.</p>
      <form
        className="flex flex-col gap-3 print:hidden"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextArea
          label={
            isEmpty
              ? 'Note at this moment'
              : `${draft.isChange ? 'Change the note' : 'Note'} at ${formatClockTime(draft.seconds)}`
          }
          ref={field}
          rows={3}
          value={draft.text}
          error={message?.isOfField ? message.text : undefined}
          // Captures the moment when typing starts.
          onChange={({ currentTarget: { value } }) =>
            setDraft({ ...draft, text: value, ...(isEmpty && { seconds: media?.currentTime ?? 0 }) })
          }
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="quiet" busy={busy === draft.id} disabled={draft.text.trim() === ''}>
            Keep this note
          </Button>
          {draft.isChange && (
            <Button variant="link" onClick={() => setDraft(newDraft())}>
              Leave it as it was
            </Button>
          )}
        </div>
      </form>
      <p
        role={message?.isProblem ? 'alert' : 'status'}
        className={`mt-2 text-sm font-medium ${message?.isProblem ? 'text-danger' : 'text-study-ink'}`}
      >
        {message && !message.isOfField && message.text}{' '}
        {message?.removed && (
          <Button variant="link" onClick={() => message.removed && void postNote(message.removed)}>
            Take it back
          </Button>
        )}
        {message?.isOfList && (
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
                <button
                  type="button"
                  aria-label={`Play from ${formatClockTime(note.seconds)}`}
                  disabled={!media}
                  onClick={() => {
                    if (!media) return
                    seek(media, note.seconds)
                    play(media)
                  }}
                  className="money min-h-11 min-w-14 shrink-0 rounded-control px-2 text-sm font-semibold text-link"
                >
                  {formatClockTime(note.seconds)}
                </button>
                {/* Keyed by text, so that a changed note is collapsed again. */}
                <NoteText key={note.text} note={note} />
                <div className="ml-auto flex shrink-0 print:hidden">
                  <Button
                    variant="link"
                    aria-label={`Change the note at ${formatClockTime(note.seconds)}`}
                    onClick={() => {
                      setDraft({ id: note.id, sent: '', seconds: note.seconds, text: note.text, isChange: true })
                      field.current?.focus()
                    }}
                  >
                    Change
                  </Button>
                  <Button
                    variant="link"
                    busy={busy === note.id}
                    aria-label={`Remove the note at ${formatClockTime(note.seconds)}`}
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
          <Button variant="quiet" busy={busy === 'export'} className="mt-3" onClick={() => void exported()}>
            <Icon name="download" />
            All notes of this course as text
          </Button>
        </>
      )}
    </section>
  )
}

type NotesMessage = { text: string; isProblem?: boolean; isOfField?: boolean; isOfList?: boolean; removed?: Note }

function toMessage(error: unknown): NotesMessage {
  const refused = error instanceof ApiError ? error : undefined
  const [ofText] = (refused?.body['fields'] as Record<string, string[]> | undefined)?.['text'] ?? []
  if (ofText !== undefined) return { text: ofText, isProblem: true, isOfField: true }
  const away = 'The academy could not be reached. Please try again; what you typed is still here.'
  return { text: refused?.message ?? away, isProblem: true }
}

const LOAD_ERROR: NotesMessage = {
  text: 'Your notes could not be loaded. They are kept.',
  isProblem: true,
  isOfList: true,
}

function useNotes({ course, lectureId, loaded }: Omit<LectureNotesProps, 'media'>) {
  const ofLecture = (all: readonly Note[]) => all.filter(({ lecture_id: id }) => id === lectureId)
  const [notes, setNotes] = useState(() => ofLecture(loaded ?? []))
  const [message, setMessage] = useState<NotesMessage | undefined>(loaded ? undefined : LOAD_ERROR)
  const [busy, setBusy] = useState<string>()

  /** False when it failed, after showing the error. */
  const attempt = async (
    what: string,
    act: () => Promise<NotesMessage | undefined>,
    failed: Partial<NotesMessage> = {},
  ) => {
    setBusy(what)
    try {
      setMessage(await act())
      return true
    } catch (error) {
      console.error(error)
      setMessage({ ...toMessage(error), ...failed })
      return false
    } finally {
      setBusy(undefined)
    }
  }

  const list = () =>
    attempt(
      'list',
      async () => {
        setNotes(ofLecture(await fetchNotes(course.id)))
        return undefined
      },
      LOAD_ERROR,
    )
  const postNote = ({
    id,
    seconds,
    text,
    isChange = false,
  }: Pick<NoteDraft, 'id' | 'seconds' | 'text'> & Partial<NoteDraft>) =>
    attempt(id, async () => {
      const send = (noteId: string) => {
        const replaces = isChange ? notes.find((note) => note.id === noteId)?.text : undefined
        return call<typeof saveNote>('POST /Academy/api/course/:id1/lecture/:id2/note/', {
          params: { id1: course.id, id2: lectureId },
          body: { id: noteId, seconds, text, ...(replaces !== undefined && { replaces }) },
        }).catch(async (error: unknown) => {
          // It was changed in another tab: the member compares, and sends again to keep their text.
          if (error instanceof ApiError && error.body['code'] === 'conflict')
            setNotes(ofLecture(await fetchNotes(course.id)))
          throw error
        })
      }
      const saved = await (isChange ? send(id) : sendOnce(id, send))
      setNotes((before) =>
        [...before.filter((note) => note.id !== saved.id), saved].toSorted((a, b) => a.seconds - b.seconds),
      )
      return { text: 'Kept.' }
    })
  const remove = (note: Note) =>
    attempt(note.id, async () => {
      await call<typeof deleteNote>('POST /Academy/api/note/:id/remove/', { params: { id: note.id } })
      setNotes((before) => before.filter(({ id }) => id !== note.id))
      return { text: 'Removed.', removed: note }
    })
  const exported = () =>
    attempt('export', async () => {
      const text = formatNotesAsText(course.course_name, await fetchNotes(course.id))
      saveAs(
        new Blob([text], { type: 'text/plain;charset=utf-8' }),
        `${toDistinctFileName(course.course_name, course.id)} - notes.txt`,
      )
      return undefined
    })
  return { notes, message, busy, list, postNote, remove, exported }
}
