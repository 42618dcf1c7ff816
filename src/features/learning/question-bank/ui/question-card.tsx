import { useEffect, useId, useRef, useState } from 'react'
import type { QuestionPlan } from '#features/catalog/courses/question-plans.contract.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { Change } from '#shared/plan-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SelectField, TextArea } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { KeyEffect } from './key-effect.tsx'
import { MoveButtons } from '#web/ui/move-buttons.tsx'
import { OptionFields } from './option-fields.tsx'
import { QuestionStatsSummary, QuestionStats, type Version } from './question-figures.tsx'
import { toSentence } from './to-sentence.ts'

type QuestionCardProps = {
  question: QuestionPlan
  number: number
  of: number
  courseId: string
  /** The course's lectures, from which the author chooses the one that teaches the question. */
  lectures: readonly { id: string; name: string }[]
  isOpen: boolean
  findings: readonly { at: readonly string[]; message: string }[]
  warnings: readonly string[]
  /** First-attempt statistics; undefined if the question was never published. */
  versions: readonly Version[] | undefined
  onOpen: (isOpen: boolean) => void
  /** `at` is relative to the question. */
  onChange: (change: Change) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function QuestionCard(props: QuestionCardProps) {
  const { question, number, of, isOpen, findings, warnings, versions, onOpen, onMove } = props
  const panel = useId()
  return (
    <div className="rounded-card border border-line bg-surface">
      <div className="flex items-start gap-1 p-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => onOpen(!isOpen)}
          className="flex min-h-11 min-w-0 flex-1 items-start gap-3 rounded-control px-2 py-2.5 text-left hover:bg-wash"
        >
          <span className="w-5 flex-none text-right sm:w-6 text-sm leading-6 text-muted tabular-nums">{number}</span>
          <span className="min-w-0 flex-1">
            <span
              className={classes(
                'block leading-6 wrap-anywhere',
                !isOpen && 'line-clamp-2',
                question.question === '' && 'text-muted',
              )}
            >
              {question.question || 'Untitled question'}
            </span>
            <span className="flex flex-wrap gap-x-3 text-sm text-muted">
              {findings.length > 0 && (
                <span className="font-medium text-danger">{pluralize(findings.length, 'item')} to fix</span>
              )}
              {warnings.length > 0 && <span>{pluralize(warnings.length, 'warning')}</span>}
              <QuestionStatsSummary version={versions?.[0]} />
            </span>
          </span>
          <Icon name="chevron" className={classes('mt-0.5 text-muted', isOpen && 'rotate-180')} />
        </button>
        <MoveButtons
          what={`question ${number}`}
          index={number - 1}
          of={of}
          onMove={onMove}
          className="hidden sm:flex"
        />
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <OpenQuestion {...props} />}
      </div>
    </div>
  )
}

function OpenQuestion({
  question,
  number,
  of,
  courseId,
  lectures,
  findings,
  warnings,
  versions,
  onChange,
  onMove,
  onRemove,
}: QuestionCardProps) {
  const field = useRef<HTMLDivElement>(null)
  const [isLeaving, setLeaving] = useState(false)
  const wrong = (part: string) => findings.find(({ at }) => at[3] === part && at.length === 4)?.message
  const isNew = question.question === ''
  useEffect(() => {
    if (isNew) field.current?.querySelector('textarea')?.focus()
    // Runs only when the card is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <div ref={field} className="flex flex-col gap-5 border-t border-line p-4 sm:px-6">
      <TextArea
        label="Question"
        grows
        value={question.question}
        error={toSentence(wrong('question') ?? wrong('id'))}
        onChange={({ currentTarget }) => onChange({ do: 'set', at: ['question'], to: currentTarget.value })}
      />
      <OptionFields question={question} number={number} findings={findings} onChange={onChange} />
      <KeyEffect courseId={courseId} question={question} today={versions?.[0]} />
      <TextArea
        label="Rationale"
        hint="Optional. Shown with the correct option to learners who passed."
        grows
        value={question.rationale}
        error={toSentence(wrong('rationale'))}
        onChange={({ currentTarget }) => onChange({ do: 'set', at: ['rationale'], to: currentTarget.value })}
      />
      <SelectField
        label="Related lecture"
        hint="Shown next to the rationale."
        value={question.lecture ?? ''}
        error={toSentence(wrong('lecture'))}
        options={[{ value: '', label: 'None' }, ...getLectureOptions(lectures, question.lecture)]}
        onChange={(lecture) => onChange({ do: 'set', at: ['lecture'], to: lecture === '' ? null : lecture })}
      />
      {warnings.length > 0 && (
        <div className="rounded-control bg-sand px-4 py-3 text-sm">
          <h3 className="text-sm font-semibold">Suggestions (you can publish without fixing these)</h3>
          <ul className="mt-1 list-disc pl-5">
            {warnings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {versions && <QuestionStats versions={versions} />}
      {isLeaving ? (
        <div role="group" aria-label={`Remove question ${number}`} className="flex flex-wrap items-center gap-3">
          <p className="text-sm">Remove this question? Members’ answers are kept.</p>
          <Button onClick={onRemove}>Remove question</Button>
          <Button variant="quiet" onClick={() => setLeaving(false)}>
            {' '}
            Cancel{' '}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button variant="quiet" onClick={() => setLeaving(true)}>
            Remove question…
          </Button>
          <MoveButtons
            what={`question ${number}`}
            index={number - 1}
            of={of}
            onMove={onMove}
            className="flex sm:hidden"
          />
        </div>
      )}
    </div>
  )
}

/** A lecture that was removed from the course stays listed until the author chooses another one. */
function getLectureOptions(lectures: QuestionCardProps['lectures'], chosen: string | null | undefined) {
  const all = lectures.map(({ id, name }) => ({ value: id, label: name || 'Untitled lecture' }))
  if (!chosen || lectures.some(({ id }) => id === chosen)) return all
  return [...all, { value: chosen, label: 'A lecture no longer in the course' }]
}
