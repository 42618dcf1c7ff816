import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextSkeleton } from '#web/ui/skeletons.tsx'
import { QuestionList } from './question-list.tsx'

type QuestionCardProps = {
  question: { id: string; question: string; options: readonly string[] }
  number: number
  /** Whether each question of the exam is answered, in order. */
  answered: readonly boolean[]
  isSaved: boolean
  chosen: string | undefined
  /** How the learner got to this question; undefined for the first one shown. */
  movedBy: 'step' | 'list' | undefined
  onChoose: (option: string) => void
  onOpen: (number: number) => void
  onPrevious: () => void
  onNext: () => void
  isSending: boolean
  problem: string | undefined
}

/** In pixels. Anything closer to the top of the screen might be hidden under the sticky header. */
const HEADER_HEIGHT = 72

const CARD = 'rounded-card border border-line bg-surface p-5 sm:p-8 short:py-5'

export function QuestionCard({
  question,
  number,
  answered,
  isSaved,
  chosen,
  movedBy,
  onChoose,
  onOpen,
  onPrevious,
  onNext,
  isSending,
  problem,
}: QuestionCardProps) {
  const position = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const total = answered.length
  const isFirst = number === 1
  const isLast = number === total

  // Screen readers announce the new question, and Tab then moves into it. When the exam opens, the focus stays on the
  // page.
  useEffect(() => {
    if (!movedBy) return
    heading.current?.focus({ preventScroll: true })
    // The question's number and the progress bar are above its heading.
    const isVisible = (position.current?.getBoundingClientRect().top ?? 0) >= HEADER_HEIGHT
    if (!isVisible) position.current?.scrollIntoView()
  }, [movedBy])

  return (
    <form
      className={CARD}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== undefined && !isSending) onNext()
      }}
    >
      <div ref={position} className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-muted">
        <p className="font-semibold">
          Question {number}/{total}
        </p>
        {isSaved && answered.includes(true) && <p className="max-sm:text-xs">Your answers are saved</p>}
      </div>
      <ProgressBar value={number} max={total} className="mb-5 sm:mb-6 short:mb-3" />
      <fieldset className="min-w-0">
        <legend className="mb-3 sm:mb-4 short:mb-2">
          <h2 ref={heading} tabIndex={-1} className="text-lg text-pretty outline-none sm:text-xl short:text-lg">
            {question.question}
          </h2>
        </legend>
        <p className="mb-3 text-sm text-muted short:mb-2">Choose your answer.</p>
        <div className="flex flex-col gap-3 short:gap-1.5">
          {question.options.map((option) => (
            <label
              key={option}
              className="flex min-h-12 cursor-pointer items-start gap-3 rounded-control border border-edge px-4 py-3 short:min-h-11 short:py-1.5 transition-colors hover:bg-wash has-checked:border-link has-checked:bg-wash"
            >
              <input
                type="radio"
                name={question.id}
                value={option}
                checked={chosen === option}
                onChange={() => onChoose(option)}
                className="mt-0.5 size-6 shrink-0 accent-link"
              />
              <span className="min-w-0 text-[min(var(--text-base),7.4vw)]/[1.65] text-pretty hyphens-auto [hyphenate-limit-chars:12]">
                {option}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {problem && (
        <Notice kind="error" className="mt-6">
          {problem}
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap justify-between gap-4 sm:mt-8 short:mt-4">
        {/* The specification requires this label. The arrow and the tooltip show that the button goes back. */}
        <Button variant="quiet" title="Previous question" disabled={isFirst || isSending} onClick={onPrevious}>
          <Icon name="arrow" className="rotate-180" />
          Preview
        </Button>
        <Button type="submit" variant={isLast ? 'study' : 'primary'} disabled={chosen === undefined} busy={isSending}>
          {isLast ? 'Submit' : 'Next'}
          {!isLast && <Icon name="arrow" />}
        </Button>
      </div>
      <div className="mt-4 -mb-3 short:mt-2">
        <QuestionList answered={answered} current={number} isDisabled={isSending} onOpen={onOpen} />
      </div>
    </form>
  )
}

export function QuestionSkeleton() {
  return (
    <div role="status" className={CARD}>
      <span className="sr-only">Loading...</span>
      <TextSkeleton lines={['w-28']} className="mb-2 text-sm" />
      <Skeleton className="mb-5 h-2 rounded-full sm:mb-6 short:mb-3" />
      <TextSkeleton
        lines={['w-full', 'w-full sm:w-3/5', 'w-3/5 sm:hidden']}
        className="mb-3 text-lg sm:mb-4 sm:text-xl short:mb-2 short:text-lg"
      />
      <TextSkeleton lines={['w-40']} className="mb-3 text-sm short:mb-2" />
      <div className="flex flex-col gap-3 short:gap-1.5">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-20.5 sm:h-14 short:h-11" />
        ))}
      </div>
      <div className="mt-6 flex justify-between sm:mt-8 short:mt-4">
        <Skeleton className="h-11 w-24" />
        <Skeleton className="h-11 w-20" />
      </div>
      <Skeleton className="mt-4 -mb-3 h-11 w-60 short:mt-2" />
    </div>
  )
}
