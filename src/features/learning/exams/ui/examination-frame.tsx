import type { ReactNode } from 'react'
import { getOwnerPage, getProductPage } from '#shared/kinds.ts'
import { useIsSignedIn } from '#web/client/session.ts'
import { classes } from '#web/ui/classes.ts'
import { BackLink } from '#web/ui/text-link.tsx'

type ExaminationFrameProps = { title: string; back: ReactNode; aside?: ReactNode; children: ReactNode }

/** On wide screens, `aside` is next to the title, so that the question stays in view. */
export function ExaminationFrame({ title, back, aside, children }: ExaminationFrameProps) {
  return (
    <div className="page-width max-w-[52rem] pt-4 sm:pt-6 short:pt-1">
      <div className="mb-4 flex flex-col gap-x-8 gap-y-4 md:mb-6 md:flex-row md:justify-between short:mb-2">
        <div className={classes(Boolean(aside) && 'md:max-w-1/2 md:shrink-0')}>
          {back}
          <Title text={title} />
        </div>
        {aside}
      </div>
      {children}
    </div>
  )
}

/** The link above the exam of a published course. */
export function ExamBackLink({ id }: { id: string }) {
  const isSignedIn = useIsSignedIn()
  return isSignedIn ? (
    <BackLink to={getOwnerPage('course', id)}>Back to the lectures</BackLink>
  ) : (
    <BackLink to={getProductPage('course', id)}>Back to the course</BackLink>
  )
}

/** 'Course: Final Examination' breaks at the colon, which is then kept only for screen readers. */
function Title({ text }: { text: string }) {
  const [, course, name] = /^(.+):\s+(\S.*)$/s.exec(text) ?? []
  return (
    <h1 className="text-2xl short:text-xl">
      {course === undefined ? (
        text
      ) : (
        <>
          <span className="block font-sans text-sm font-semibold tracking-normal text-muted">
            {course}
            <span className="opacity-0">:</span>
          </span>{' '}
          {name}
        </>
      )}
    </h1>
  )
}
