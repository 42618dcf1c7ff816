import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDraft } from './draft-context.tsx'
import { PublishLecture } from './publish-lecture.tsx'
import { PlanCheckbox, PlanTextField, PlanListField, PlanTextArea } from './plan-fields.tsx'
import { PlanFileField, PlanHandouts } from './plan-files.tsx'
import { PlanCaptionsField, PlanPosterField } from './plan-media.tsx'
import { LawFields } from './law-fields.tsx'
import { NotifyOwners } from './notify-owners.tsx'
import { PracticeFields } from './practice-fields.tsx'

/** Navigation state for a just added lecture, so that its name gets the focus. */
export const JUST_ADDED_STATE = 'just added'

export function LectureSection({ id, plan }: { id: string; plan: CoursePlan }) {
  const lecture = plan.lectures.find((each) => each.id === id)
  const { state } = useLocation() as { state: unknown }
  const isThere = lecture !== undefined
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isThere && state === JUST_ADDED_STATE) part.current?.querySelector('input')?.focus()
  }, [isThere, state])
  if (!lecture) return <Notice>There is no such lecture any more. Choose another on the left.</Notice>
  const at = ['lectures', id]
  return (
    <section ref={part} aria-labelledby="lecture" className="flex flex-col gap-6">
      <h2 id="lecture" className="text-xl">
        {lecture.name || 'New lecture'}
      </h2>
      <PlanTextField at={[...at, 'name']} label="Name" />
      <PlanFileField at={[...at, 'video']} use="video" label="Video" />
      <PlanCaptionsField at={[...at, 'captions']} video={[...at, 'video']} />
      <PlanPosterField at={[...at, 'poster']} video={[...at, 'video']} />
      <PlanTextArea at={[...at, 'description']} label="Description" rows={6} />
      <PlanListField
        at={[...at, 'sub_lectures']}
        label="Parts of the lecture"
        hint="One a line. They may stay empty."
      />
      <PlanHandouts at={[...at, 'attachments']} label="Attachments" hint="What learners download." />
      <LawFields lecture={id} />
      <PracticeFields lecture={id} practice={lecture.practice} />
      <PlanCheckbox
        at={[...at, 'sample']}
        label="Free sample"
        hint="Everybody may watch it, with its transcript. One lecture of a course can be that."
      />
      <PlanTextField
        at={[...at, 'address']}
        label="Address"
        hint="The last part of its address. Left empty, it is made of the name."
      />
      <PublishLecture id={id} />
      <NotifyOwners key={id} lecture={id} />
      <RemoveLecture id={id} />
    </section>
  )
}

function RemoveLecture({ id }: { id: string }) {
  const { saver, view } = useDraft()
  const [, setSearch] = useSearchParams()
  const [isAsking, setAsking] = useState(false)
  const remove = () => {
    saver.change({ do: 'remove', at: ['lectures', id] })
    setSearch({ part: 'about' })
  }
  if (!isAsking)
    return (
      <div>
        <Button variant="link" className="-ml-3" onClick={() => setAsking(true)}>
          Remove this lecture …
        </Button>
      </div>
    )
  return (
    <Notice
      action={
        <>
          <Button variant="quiet" onClick={remove}>
            Remove it
          </Button>
          <Button variant="link" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </>
      }
    >
      {view.worked.owners > 0
        ? 'Learners see it no more once you publish; what they have done in it stays with them.'
        : 'It goes from this draft.'}
    </Notice>
  )
}
