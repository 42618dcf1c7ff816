import { type ReactNode, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { BeforeFirstAttempt } from './before-first-attempt.tsx'
import { ExaminationFrame } from './examination-frame.tsx'
import { QuestionCard } from './question-card.tsx'
import type { SavedAnswers } from './saved-answers.ts'

type Question = { id: string; question: string; options: readonly string[] }

type ExamQuestionsProps = {
  title: string
  back: ReactNode
  firstAttempt: { max_failures: number; wait_hours: number } | null
  questions: readonly Question[]
  saved: Pick<SavedAnswers, 'answers' | 'isSaved' | 'stoppedAt' | 'choose' | 'stopAt'>
  onSubmit: (answers: { question_id: string; answer: string }[]) => void
  isSending: boolean
  problem: string | undefined
  /** Shown above each question. */
  children?: ReactNode
}

/** Asks one question at a time, in any order, until all are answered. */
export function ExamQuestions({
  title,
  back,
  firstAttempt,
  questions,
  saved: { answers, isSaved, stoppedAt, choose, stopAt },
  onSubmit,
  isSending,
  problem,
  children,
}: ExamQuestionsProps) {
  // A saved answer might no longer be among the options.
  const chosen = questions.map(({ id, options }) => options.find((option) => option === answers[id]))
  const [index, setIndex] = useState(() => getFirstIndex(questions, { chosen, stoppedAt }))
  const [movedBy, setMovedBy] = useState<'step' | 'list'>()
  const [isGap, setGap] = useState(false)
  const question = questions[index]
  if (!question) return null
  const isLast = index === questions.length - 1

  const open = (to: number, by: 'step' | 'list') => {
    setIndex(to)
    setMovedBy(by)
    setGap(false)
    const opened = questions[to]
    if (opened) stopAt(opened.id)
  }

  const submit = () => {
    const gap = chosen.indexOf(undefined)
    if (gap !== -1) {
      open(gap, 'list')
      setGap(true)
      return
    }
    onSubmit(questions.map(({ id }, at) => ({ question_id: id, answer: chosen[at] ?? '' })))
  }

  return (
    <ExaminationFrame
      title={title}
      back={back}
      aside={
        firstAttempt && (
          // On phones, shown only with the first question.
          <div className={classes('md:self-end', index > 0 && 'max-md:hidden')}>
            <BeforeFirstAttempt {...firstAttempt} />
          </div>
        )
      }
    >
      {children}
      <QuestionCard
        // Keyed by question, so that each question has its own focus and choice.
        key={question.id}
        question={question}
        number={index + 1}
        answered={chosen.map((answer) => answer !== undefined)}
        isSaved={isSaved}
        chosen={chosen[index]}
        movedBy={movedBy}
        onChoose={(option) => {
          setGap(false)
          choose(question.id, option)
        }}
        onOpen={(number) => open(number - 1, 'list')}
        onPrevious={() => open(index - 1, 'step')}
        onNext={() => (isLast ? submit() : open(index + 1, 'step'))}
        isSending={isSending}
        problem={isGap ? 'Answer this question before you submit.' : problem}
      />
    </ExaminationFrame>
  )
}

/** The question where the learner stopped; otherwise the first one without an answer. */
function getFirstIndex(
  questions: readonly Question[],
  { chosen, stoppedAt }: { chosen: readonly (string | undefined)[]; stoppedAt: string | undefined },
): number {
  const stopped = questions.findIndex(({ id }) => id === stoppedAt)
  return stopped === -1 ? Math.max(0, chosen.indexOf(undefined)) : stopped
}
