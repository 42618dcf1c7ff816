import { formatClockTime } from '#shared/clock-time.ts'
import { useSavedDraft } from '#web/client/member-storage.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { parseTimestamp } from '../timestamps.rules.ts'
import { PostForm } from './post-form.tsx'

type AskFormProps = {
  courseId: string
  /** Lectures to choose from; omitted if the lecture is fixed. */
  lectures?: readonly { id: string; name: string }[]
  /** The lecture and, if its player is on the page, the timestamp. */
  about: { lecture: string | null; seconds?: number }
  onAsked: (id: string) => void
  onCancel: () => void
}

export function AskForm({ courseId, lectures = [], about, onAsked, onCancel }: AskFormProps) {
  const place = `ask:${courseId}/${about.lecture ?? ''}`
  const [chosen, keepChosen] = useSavedDraft(`discussion-about:${place}`, () => ({
    lecture: about.lecture ?? '',
    moment: about.seconds === undefined ? '' : formatClockTime(about.seconds),
  }))
  const isChoosing = lectures.length > 0
  const { lecture, moment } = isChoosing ? chosen : { lecture: about.lecture ?? '', moment: '' }
  const seconds = about.seconds ?? (lecture === '' || moment.trim() === '' ? null : parseTimestamp(moment))
  return (
    <PostForm
      place={place}
      name={about.seconds === undefined ? 'A new discussion' : `A question at ${formatClockTime(about.seconds)}`}
      label={about.seconds === undefined ? 'Your question' : `Your question at ${formatClockTime(about.seconds)}`}
      send="Ask"
      hasTitle
      hasFocus
      isTyped={moment.trim() !== ''}
      about={JSON.stringify([lecture, seconds])}
      onSend={async (action, written) => {
        const asked = await action.submit('ask', courseId, written, {
          lecture: lecture === '' ? null : lecture,
          seconds,
        })
        if (!asked) return undefined
        keepChosen(undefined)
        onAsked(asked.id)
        return asked
      }}
      onCancel={onCancel}
    >
      {(errors) =>
        isChoosing && (
          <>
            {isChoosing && (
              <SelectField
                label="Related to"
                value={lecture}
                error={errors['lecture']}
                options={[
                  { value: '', label: 'Whole course' },
                  ...lectures.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(value) => keepChosen({ ...chosen, lecture: value })}
              />
            )}
            {isChoosing && lecture !== '' && (
              <TextField
                label="Time in the lecture"
                hint="For example, 12:40. Readers can play the lecture from there. Leave blank for the whole lecture."
                autoComplete="off"
                maxLength={8}
                className="max-w-40"
                value={moment}
                error={errors['seconds']}
                onChange={({ currentTarget }) => keepChosen({ ...chosen, moment: currentTarget.value })}
              />
            )}
          </>
        )
      }
    </PostForm>
  )
}
