import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import type { QuestionPlan } from '#features/catalog/courses/question-plans.contract.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { Change, Item } from '#shared/plan-changes.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { readQuestionStats } from '../question-bank.contract.ts'
import { type QuestionToCheck, findWarnings } from '../warnings.rules.ts'
import { RegradePrompt } from './regrade.tsx'
import { newId } from '#shared/plan-changes.ts'
import { ExamReliability, type QuestionStatsReply } from './question-figures.tsx'
import { QuestionCard } from './question-card.tsx'
import { type FileQuestion, QuestionImport } from './question-import.tsx'

/** Errors to fix before publishing; `at` starts with `examination`. */
type Finding = { at: readonly string[]; message: string }

type ExaminationEditorProps = {
  courseId: string
  plan: CoursePlan
  findings: readonly Finding[]
  shown?: string | undefined
  onChange: (...changes: Change[]) => void
}

const AT = ['examination', 'questions']

/** A course's questions: edit, reorder, or import, with errors, warnings, and first-attempt statistics. */
export function ExaminationEditor({ courseId, plan, findings, shown, onChange }: ExaminationEditorProps) {
  const { title, draw, questions } = plan.examination
  const { figures, reload } = useQuestionStats(courseId)
  const [open, setOpen] = useState(shown)
  const [isImporting, setImporting] = useState(false)
  const [status, setStatus] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const first = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // In newer browsers this returns a promise, which must not become the effect's cleanup function.
    first.current?.scrollIntoView({ block: 'center' })
  }, [])
  const warnings = useWarnings(questions)
  const heading = useId()
  const ofExamination = warnings.filter(({ question }) => question === undefined)
  const whole = findings.filter(({ at }) => at.length === 2 && at[1] === 'questions')

  const add = (items: readonly Item[]) => {
    const before = [questions.at(-1)?.id ?? null, ...items.map(({ id }) => id)]
    onChange(...items.map((item, index): Change => ({ do: 'add', at: AT, item, after: before[index] ?? null })))
  }
  const addBlank = () => {
    const item = getItem({ question: '', options: ['', '', ''], answer: -1, rationale: '' })
    add([item])
    setOpen(item.id)
  }
  const addRead = (read: readonly FileQuestion[]) => {
    add(read.map(getItem))
    setImporting(false)
    setStatus(`${pluralize(read.length, 'question')} added to the draft.`)
  }
  const move = (index: number, by: -1 | 1) => {
    const after = by === -1 ? questions[index - 2] : questions[index + 1]
    onChange({ do: 'move', at: [...AT, questions[index]?.id ?? ''], after: after?.id ?? null })
    setStatus(`Question ${index + 1} is now number ${index + by + 1} of ${questions.length}.`)
  }
  const remove = (index: number) => {
    onChange({ do: 'remove', at: [...AT, questions[index]?.id ?? ''] })
    setStatus(`Question ${index + 1} removed.`)
    addButton.current?.focus()
  }

  return (
    <section aria-labelledby={heading} className="flex flex-col gap-6">
      <div>
        <h2 id={heading} className="text-xl">
          Exam
        </h2>
        <p className="mt-1 text-sm text-muted">
          {questions.length === 0 ? 'No questions yet' : pluralize(questions.length, 'question')}. Passing score: 80%.
        </p>
        {figures && questions.length > 0 && <ExamReliability reliability={figures.reliability} />}
      </div>
      <TextField
        label="Title"
        autoComplete="off"
        value={title}
        error={findings.find(({ at }) => at.join('/') === 'examination/title')?.message}
        onChange={({ currentTarget }) => onChange({ do: 'set', at: ['examination', 'title'], to: currentTarget.value })}
      />
      <TextField
        label="Questions per attempt"
        hint="Each attempt draws this many at random, spread evenly across lectures. Leave blank to ask all. To make repeated guessing harder, write about three times this many questions."
        inputMode="numeric"
        autoComplete="off"
        className="max-w-60"
        value={draw}
        error={findings.find(({ at }) => at.join('/') === 'examination/draw')?.message}
        onChange={({ currentTarget }) => onChange({ do: 'set', at: ['examination', 'draw'], to: currentTarget.value })}
      />
      {whole.map(({ message }) => (
        <Notice key={message} kind="error">
          {message}
        </Notice>
      ))}
      {figures?.to_mark.map((regrade) => (
        <RegradePrompt key={regrade.key} courseId={courseId} regrade={regrade} onMarked={reload} />
      ))}
      {ofExamination.length > 0 && (
        <Notice>
          <ul className="flex flex-col gap-1">
            {ofExamination.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {questions.length === 0 && (
        <EmptyState icon="seal" title="Add your first question">
          <p className="text-sm text-muted">Write questions here, or upload a file from another program.</p>
        </EmptyState>
      )}
      {questions.length > 0 && (
        <ol aria-label="Questions" className="flex flex-col gap-3">
          {questions.map((question, index) => (
            <li key={question.id} ref={question.id === shown ? first : undefined}>
              <QuestionCard
                question={question}
                number={index + 1}
                of={questions.length}
                courseId={courseId}
                lectures={plan.lectures}
                isOpen={open === question.id}
                findings={findings.filter(({ at }) => at[1] === 'questions' && at[2] === question.id)}
                warnings={warnings.flatMap(({ question: of, text }) => (of === index ? [text] : []))}
                versions={figures?.questions.find(({ key }) => key === question.id)?.versions}
                onOpen={(isOpen) => setOpen(isOpen ? question.id : undefined)}
                onChange={(change) => onChange({ ...change, at: [...AT, question.id, ...change.at] })}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {status}
      </p>
      {isImporting ? (
        <QuestionImport onRead={addRead} onClose={() => setImporting(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button ref={addButton} onClick={addBlank}>
            Add a question
          </Button>
          <Button variant="quiet" onClick={() => setImporting(true)}>
            Import questions…
          </Button>
        </div>
      )}
    </section>
  )
}

function getItem({ question, options, answer, rationale }: FileQuestion): Item {
  const named = options.map((text) => ({ id: newId(), text }))
  return { id: newId(), question, options: named, answer: named[answer]?.id ?? null, rationale, lecture: null }
}

/** Undefined while loading or if loading failed; questions can be edited without statistics. */
function useQuestionStats(courseId: string): { figures: QuestionStatsReply | undefined; reload: () => void } {
  const [figures, setFigures] = useState<QuestionStatsReply>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    call<typeof readQuestionStats>('GET /Academy/api/studio/products/:id/questions/', {
      params: { id: courseId },
      signal: leaving.signal,
    }).then(setFigures, (error: unknown) => {
      if (!leaving.signal.aborted) console.error(error)
    })
    return () => leaving.abort()
  }, [courseId, turn])
  return { figures, reload: () => setTurn((before) => before + 1) }
}

/** Deferred, so that typing is not delayed. */
function useWarnings(questions: readonly QuestionPlan[]) {
  const later = useDeferredValue(questions)
  return useMemo(
    () =>
      findWarnings(
        later.map(({ question, options, answer }): QuestionToCheck => {
          const index = options.findIndex(({ id }) => id === answer)
          return { question, options: options.map(({ text }) => text), answer: index === -1 ? undefined : index }
        }),
      ),
    [later],
  )
}
