import { classes } from '#web/ui/classes.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Icon } from '#web/ui/icon.tsx'

type QuestionListProps = {
  /** Whether each question is answered, in order. */
  answered: readonly boolean[]
  current: number
  isDisabled: boolean
  onOpen: (number: number) => void
}

/** Lists every question of the exam, so that the learner can open any of them. */
export function QuestionList({ answered, current, isDisabled, onOpen }: QuestionListProps) {
  const count = answered.filter(Boolean).length
  return (
    <Disclosure label={`All questions (${count} of ${answered.length} answered)`}>
      <ol className="mt-2 grid list-none grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2">
        {answered.map((isAnswered, index) => {
          const number = index + 1
          return (
            <li key={number}>
              <button
                type="button"
                disabled={isDisabled}
                aria-current={number === current ? 'step' : undefined}
                aria-label={`Question ${number}, ${isAnswered ? 'answered' : 'not answered'}`}
                onClick={() => onOpen(number)}
                className={classes(
                  'flex min-h-11 w-full items-center justify-center gap-1 rounded-control border text-sm font-semibold transition-colors hover:bg-wash aria-[current]:border-2 aria-[current]:border-link',
                  isAnswered ? 'border-study/40 bg-study-wash text-study-ink' : 'border-edge text-ink',
                )}
              >
                {number}
                {isAnswered && <Icon name="check" className="size-4" />}
              </button>
            </li>
          )
        })}
      </ol>
    </Disclosure>
  )
}
