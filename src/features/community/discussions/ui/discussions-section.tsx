import type { ReactNode, Ref } from 'react'
import { pageAddress } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type DiscussionsSectionProps = { heading?: Ref<HTMLHeadingElement>; children: ReactNode }

/** The discussions of a lecture. The preview of a draft renders the same, without any questions. */
export function DiscussionsSection({ heading, children }: DiscussionsSectionProps) {
  return (
    <section aria-labelledby="discussions" className="print:hidden">
      <h2 ref={heading} id="discussions" tabIndex={-1} className="mb-1 text-xl outline-none">
        Discussions
      </h2>
      <p className="mb-4 text-sm text-muted">Other learners and our instructors can see and answer your questions.</p>
      {children}
    </section>
  )
}

export function AskRow({ courseId, lectureId, onAsk }: { courseId: string; lectureId: string; onAsk?: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Button variant="quiet" data-asks="question" {...(onAsk && { onClick: onAsk })}>
        Ask a question here
      </Button>
      <TextLink
        to={{
          pathname: pageAddress('/MyAcademy/:id/Discussions', { id: courseId }),
          search: `?${new URLSearchParams({ lecture: lectureId })}`,
        }}
      >
        All discussions about this lecture
      </TextLink>
    </div>
  )
}
