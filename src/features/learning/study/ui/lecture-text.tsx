import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Prose } from '#web/ui/prose.tsx'

/** What learners read: the whole lecture, or a text that belongs to its recording. */
export function LectureText({ html, minutes }: { html: string; minutes: number | undefined }) {
  return (
    <section aria-label="Text" className="mt-6 border-t border-line pt-6">
      {minutes !== undefined && <p className="mb-4 text-sm text-muted">{`${minutes} min read`}</p>}
      <Prose html={html} />
    </section>
  )
}

type CompleteButtonProps = { isCompleted: boolean; onComplete: () => Promise<void> }

/** Completes a lecture that has no recording whose playback would complete it. */
export function CompleteButton({ isCompleted, onComplete }: CompleteButtonProps) {
  const [state, setState] = useState<'saving' | 'failed'>()
  const complete = async () => {
    setState('saving')
    try {
      await onComplete()
      setState(undefined)
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }
  return (
    <div className="mt-6 flex flex-col gap-3 print:hidden">
      {isCompleted ? (
        <p role="status" className="flex min-h-11 items-center gap-2 font-semibold text-study-ink">
          <Icon name="check-circle" />
          Completed
        </p>
      ) : (
        <div>
          <Button variant="study" busy={state === 'saving'} className="max-sm:w-full" onClick={() => void complete()}>
            Mark as completed
          </Button>
        </div>
      )}
      {state === 'failed' && (
        <Notice kind="error">We couldn’t save your progress. Check your connection and try again.</Notice>
      )}
    </div>
  )
}
