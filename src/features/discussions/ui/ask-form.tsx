import { useState } from 'react'
import { fieldMessages } from '#features/accounts/ui/failure.ts'
import { clockTime } from '#shared/clock-time.ts'
import { call } from '#web/client/api.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { askInCourse } from '../discussions.contract.ts'
import { PostForm } from './post-form.tsx'

type AskFormProps = {
  courseId: string
  /** To choose from; none where it is known. */
  lectures?: readonly { id: string; name: string }[]
  /** The lecture, and where one asks beside its player, the moment. */
  about: { lecture: string | null; seconds?: number }
  onAsked: (id: string) => void
  onCancel: () => void
}

/** A question to the others of a course and to the academy. */
export function AskForm({ courseId, lectures = [], about, onAsked, onCancel }: AskFormProps) {
  const [lecture, setLecture] = useState(about.lecture ?? '')
  const [mistake, setMistake] = useState<string>()
  const { seconds } = about
  return (
    <PostForm
      place={`ask:${courseId}/${about.lecture ?? ''}`}
      name={seconds === undefined ? 'A new discussion' : `A question at ${clockTime(seconds)}`}
      label={seconds === undefined ? 'Your question' : `Your question at ${clockTime(seconds)}`}
      send="Ask"
      hasTitle
      hasFocus
      onRefused={(error) => setMistake(fieldMessages(error, ['lecture']).at(0)?.[1])}
      onSend={async ({ id, title, text }, isGuardConfirmed) => {
        setMistake(undefined)
        await call<typeof askInCourse>('POST /Academy/api/take/course/:id/discussions/ask/', {
          params: { id: courseId },
          body: {
            id,
            title,
            text,
            lecture: lecture === '' ? null : lecture,
            seconds: seconds ?? null,
            guard_confirmed: isGuardConfirmed,
          },
        })
        onAsked(id)
      }}
      onCancel={onCancel}
    >
      {lectures.length > 0 && (
        <SelectField
          label="About"
          value={lecture}
          error={mistake}
          options={[
            { value: '', label: 'The whole course' },
            ...lectures.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setLecture}
        />
      )}
    </PostForm>
  )
}
