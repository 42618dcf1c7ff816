import { useEffect, useRef } from 'react'
import type { PracticePlan } from '#features/catalog/courses/question-plans.contract.ts'
import { OptionFields } from '#features/learning/question-bank/ui/option-fields.tsx'
import { type Change, type Json, newId, type Path } from '#shared/plan-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { useDraft, usePlanField } from './draft-context.tsx'
import { PlanTextArea } from './plan-fields.tsx'

const MAX_QUESTIONS = 10

/** A lecture's practice questions, which learners see after the lecture, with answers. */
export function PracticeFields({ at: path, label }: { at: Path; label: string }) {
  const at = [...path]
  const { saver } = useDraft()
  const practice = usePlanField<Json>(at).value as unknown as PracticePlan[]
  const list = useRef<HTMLOListElement>(null)
  const isAdded = useRef(false)
  useEffect(() => {
    if (isAdded.current) list.current?.querySelector<HTMLElement>(':scope > li:last-child textarea')?.focus()
    isAdded.current = false
  }, [practice.length])
  const add = () => {
    isAdded.current = true
    const options = [newId(), newId()].map((id) => ({ id, text: '' }))
    const item = { id: newId(), question: '', options, answer: null, rationale: '' }
    saver.change({ do: 'add', at, item, after: practice.at(-1)?.id ?? null })
  }
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{label}</legend>
      <p className="mb-3 text-sm text-muted">
        Add two or three questions that show the answer and rationale right away. They aren’t graded. Don’t reuse exam
        questions.
      </p>
      <ol ref={list} className="flex list-none flex-col gap-4">
        {practice.map((question, index) => (
          <li key={question.id} className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:px-6">
            <PracticeQuestion at={[...at, question.id]} question={question} number={index + 1} />
          </li>
        ))}
      </ol>
      {practice.length < MAX_QUESTIONS && (
        <Button variant="quiet" className="mt-3" onClick={add}>
          Add a practice question
        </Button>
      )}
    </fieldset>
  )
}

type PracticeQuestionProps = { at: string[]; question: PracticePlan; number: number }

function PracticeQuestion({ at, question, number }: PracticeQuestionProps) {
  const { saver, view, isChecked } = useDraft()
  const here = at.join('/')
  const refused = Object.entries(view.refused).map(([path, message]) => ({ at: path.split('/'), message }))
  const isBegun = question.options.some(({ text }) => text !== '')
  const findings = [...refused, ...(isChecked || isBegun ? view.worked.findings : [])]
    .filter((finding) => finding.at.slice(0, 4).join('/') === here)
    // Removes the first element of the path, as for exam questions.
    .map((finding) => ({ ...finding, at: finding.at.slice(1) }))
  const change = (one: Change) => saver.change({ ...one, at: [...at, ...one.at] })
  return (
    <>
      <PlanTextArea at={[...at, 'question']} label={`Practice question ${number}`} />
      <OptionFields question={question} number={number} findings={findings} onChange={change} />
      <PlanTextArea
        at={[...at, 'rationale']}
        label="Rationale"
        hint="Shown as soon as the learner chooses an option."
      />
      <div>
        <Button variant="link" className="-ml-3" onClick={() => saver.change({ do: 'remove', at })}>
          Remove practice question {number}
        </Button>
      </div>
    </>
  )
}
