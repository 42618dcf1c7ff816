import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { InlinePrompt } from '../inline-prompt.tsx'
import { useDraft } from './draft-context.tsx'
import { CONTENT_FIELDS, LectureContent } from './lecture-content.tsx'
import { PublishLecture } from './publish-lecture.tsx'
import { ModelFields } from './model-fields.tsx'
import { NotifyOwners } from './notify-owners.tsx'

/** Navigation state for a lecture that was just added, so that its name gets the focus. */
export const JUST_ADDED_STATE = 'just added'

export function LectureSection({ id, plan }: { id: string; plan: CoursePlan }) {
  const { view } = useDraft()
  const lecture = plan.lectures.find((each) => each.id === id)
  const { state } = useLocation() as { state: unknown }
  const isThere = lecture !== undefined
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isThere || state !== JUST_ADDED_STATE) return undefined
    const focus = () => part.current?.querySelector('input')?.focus()
    focus()
    // If the lecture was added in the drawer, the drawer took the focus back when it closed.
    const frame = requestAnimationFrame(focus)
    return () => cancelAnimationFrame(frame)
  }, [isThere, state])
  if (!lecture) return <Notice>This lecture no longer exists. Choose another one.</Notice>
  const fields = view.worked.fields.find(({ key }) => key === 'lectures')?.fields ?? []
  const first = fields.findIndex(({ key }) => CONTENT_FIELDS.has(key))
  return (
    <section ref={part} aria-labelledby="lecture" className="flex flex-col gap-6">
      <h2 id="lecture" className="text-xl">
        {lecture.name || 'New lecture'}
      </h2>
      <ModelFields fields={fields.slice(0, first)} at={['lectures', id]} />
      <LectureContent key={id} fields={fields} at={['lectures', id]} lecture={lecture} />
      <ModelFields fields={fields.slice(first).filter(({ key }) => !CONTENT_FIELDS.has(key))} at={['lectures', id]} />
      <PublishLecture id={id} />
      <NotifyOwners key={id} lecture={id} />
      <RemoveLecture id={id} />
    </section>
  )
}

function RemoveLecture({ id }: { id: string }) {
  const { saver, view } = useDraft()
  const [, setSearch] = useSearchParams()
  const remove = () => {
    saver.change({ do: 'remove', at: ['lectures', id] })
    setSearch({ part: 'about' })
  }
  return (
    <InlinePrompt label="Remove lecture…" variant="link" className="-ml-3">
      {(close) => (
        <Notice
          action={
            <>
              <Button variant="quiet" onClick={remove}>
                Remove lecture
              </Button>
              <Button variant="link" onClick={close}>
                Cancel
              </Button>
            </>
          }
        >
          {view.worked.owners > 0
            ? 'After you publish, learners will no longer see it. They keep their progress.'
            : 'This removes it from the draft.'}
        </Notice>
      )}
    </InlinePrompt>
  )
}
