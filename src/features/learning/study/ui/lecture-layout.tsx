import type { ReactNode } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'

/**
 * The title is above the video, and the whole video should fit on the first screen, so both are compact on short
 * screens.
 */
export const LECTURE_HEAD_CLASS = 'mb-3 low:mb-1 low:flex low:items-center low:gap-6'
export const LECTURE_TITLE_CLASS = 'min-w-0 text-xl md:text-2xl low:text-lg'

type LectureLayoutProps = {
  film: ReactNode
  outline: ReactNode
  words: ReactNode
  discussions: ReactNode
  className?: string
}

/**
 * Stacked on phones, with the transcript closest to the video; on wide screens, the outline is on the left. Discussions
 * load late, so they come last, where they don't move anything.
 */
export function LectureLayout({ film, outline, words, discussions, className }: LectureLayoutProps) {
  return (
    <div
      className={classes(
        'page-width grid grid-cols-1 gap-8 pt-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:grid-rows-[auto_auto_1fr] md:pt-6 low:pt-2',
        className,
      )}
    >
      <article className="min-w-0 md:col-start-2">{film}</article>
      <div className="min-w-0 md:col-start-2">{words}</div>
      <section aria-label="Lectures" className="md:col-start-1 md:row-span-3 md:row-start-1 md:pt-2.5">
        {outline}
      </section>
      <div className="min-h-66 min-w-0 sm:min-h-48 md:col-start-2">{discussions}</div>
    </div>
  )
}

export function NextLecture({ to, name }: { to: PageAddress; name: string }) {
  return (
    <ButtonLink to={to} variant="quiet" className="mt-6 w-full text-left text-pretty sm:w-auto">
      <span className="min-w-0 grow">
        <span className="block text-xs font-normal text-muted">Next lecture</span> {name}
      </span>
      <Icon name="arrow" />
    </ButtonLink>
  )
}
