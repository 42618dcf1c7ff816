import { useId, useState } from 'react'
import type { LecturePlan } from '#features/catalog/courses/course-model.contract.ts'
import { getLectureKind, type LectureKind } from '#shared/lecture-kind.ts'
import type { Path } from '#shared/plan-changes.ts'
import type { FieldView } from '../../builder.contract.ts'
import { useDraft, usePlanField } from './draft-context.tsx'
import { ModelFields } from './model-fields.tsx'

const CHOICES: readonly { kind: LectureKind; label: string }[] = [
  { kind: 'video', label: 'Video' },
  { kind: 'audio', label: 'Audio' },
  { kind: 'text', label: 'Text' },
]

const FIELDS: Readonly<Record<LectureKind, readonly string[]>> = {
  video: ['video', 'captions', 'poster'],
  audio: ['audio', 'captions'],
  text: ['text'],
}

/** The fields that `LectureContent` shows. */
export const CONTENT_FIELDS = new Set(Object.values(FIELDS).flat())

type LectureContentProps = { fields: readonly FieldView[]; at: Path; lecture: LecturePlan }

/** What the lecture consists of. A text remains next to a recording that is added later. */
export function LectureContent({ fields, at, lecture }: LectureContentProps) {
  const { saver } = useDraft()
  // A lecture without any content has its error at the video.
  const { error } = usePlanField<string | null>([...at, 'video'])
  const [chosen, setChosen] = useState<LectureKind>()
  const name = useId()
  const { video, audio, text } = lecture
  const kind = video === null && audio === null && chosen !== undefined ? chosen : getLectureKind(lecture)
  const choose = (next: LectureKind) => {
    setChosen(next)
    // The file stays among the draft's files, but the lecture must not have a recording that isn't shown here.
    if (next !== 'video' && video !== null) saver.set([...at, 'video'], null)
    if (next !== 'audio' && audio !== null) saver.set([...at, 'audio'], null)
  }
  const shown = new Set([...FIELDS[kind], ...(text.trim() === '' ? [] : ['text'])])
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">Content</legend>
        <div className="flex flex-wrap gap-x-6">
          {CHOICES.map(({ kind: value, label }) => (
            <label key={value} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name={name}
                checked={value === kind}
                onChange={() => choose(value)}
                className="size-5 accent-link"
              />
              {label}
            </label>
          ))}
        </div>
        <p className="text-sm text-muted">{HINTS[kind]}</p>
        {kind !== 'video' && error && <p className="mt-1 text-sm font-medium text-danger">{error}</p>}
      </fieldset>
      <ModelFields fields={fields.filter(({ key }) => shown.has(key))} at={at} />
    </>
  )
}

const HINTS: Readonly<Record<LectureKind, string>> = {
  video: 'Learners complete the lecture by reaching 80% of it.',
  audio: 'Learners complete the lecture by reaching 80% of it.',
  text: 'Learners read it and mark it as completed.',
}
