import { useId, useLayoutEffect, useRef } from 'react'
import type { QuestionPlan } from '#features/catalog/courses/question-plans.contract.ts'
import type { Change } from '#shared/plan-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { newId } from '#shared/plan-changes.ts'
import { MoveButtons } from '#web/ui/move-buttons.tsx'
import { toSentence } from './to-sentence.ts'

const MAX_OPTIONS = 20

type OptionFieldsProps = {
  question: Pick<QuestionPlan, 'options' | 'answer'>
  number: number
  findings: readonly { at: readonly string[]; message: string }[]
  onChange: (change: Change) => void
}

export function OptionFields({ question: { options, answer }, number, findings, onChange }: OptionFieldsProps) {
  const name = useId()
  const list = useRef<HTMLOListElement>(null)
  const wrong = (option: string) => findings.find(({ at }) => at[3] === 'options' && at[4] === option)?.message
  const whole = findings.filter(({ at }) => at.length === 4 && (at[3] === 'options' || at[3] === 'answer'))
  const goesTo = useRef<number>(undefined)
  // Runs before the next key press, so that typing continues in the field.
  useLayoutEffect(() => {
    if (goesTo.current === undefined) return
    ;[...(list.current?.querySelectorAll('textarea') ?? [])].at(goesTo.current)?.focus()
    goesTo.current = undefined
  }, [options.length])
  const add = () => {
    goesTo.current = -1
    onChange({ do: 'add', at: ['options'], item: { id: newId(), text: '' }, after: options.at(-1)?.id ?? null })
  }
  const remove = (index: number, id: string) => {
    goesTo.current = Math.max(0, index - 1)
    if (answer === id) onChange({ do: 'set', at: ['answer'], to: null })
    onChange({ do: 'remove', at: ['options', id] })
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">Options (mark the correct one)</legend>
      <ol ref={list} className="flex flex-col gap-2">
        {options.map(({ id, text }, index) => {
          const error = toSentence(wrong(id))
          return (
            <li key={id}>
              <div className="flex flex-wrap items-center gap-x-1">
                <label className="grid size-11 flex-none cursor-pointer place-items-center sm:size-9">
                  <span className="sr-only">Option {index + 1} is correct</span>
                  <input
                    type="radio"
                    name={name}
                    checked={answer === id}
                    onChange={() => onChange({ do: 'set', at: ['answer'], to: id })}
                    className="size-5 accent-study"
                  />
                </label>
                <textarea
                  rows={1}
                  aria-label={`Option ${index + 1} of question ${number}`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `${name}-${id}` : undefined}
                  autoComplete="off"
                  value={text}
                  onKeyDown={(event) => {
                    // An option is a single line, however long.
                    if (event.key === 'Enter') event.preventDefault()
                  }}
                  onChange={({ currentTarget: { value } }) =>
                    onChange({ do: 'set', at: ['options', id, 'text'], to: value.replaceAll(/(?<!\s)\s*\n\s*/g, ' ') })
                  }
                  className={`block min-h-11 min-w-0 flex-1 resize-none field-sizing-content basis-[calc(100%-3.5rem)] rounded-control sm:basis-40 border bg-surface px-3 py-2 text-base text-ink ${error ? 'border-danger' : answer === id ? 'border-study' : 'border-edge'}`}
                />
                <span className="ml-auto flex">
                  <MoveButtons
                    what={`option ${index + 1}`}
                    index={index}
                    of={options.length}
                    onMove={(by) => {
                      const after = by === -1 ? options[index - 2] : options[index + 1]
                      onChange({ do: 'move', at: ['options', id], after: after?.id ?? null })
                    }}
                  />
                  <button
                    type="button"
                    aria-label={`Remove option ${index + 1}`}
                    onClick={() => remove(index, id)}
                    className="grid size-11 flex-none place-items-center rounded-control text-muted hover:bg-wash hover:text-ink sm:size-9"
                  >
                    <Icon name="close" />
                  </button>
                </span>
              </div>
              {error && (
                <p id={`${name}-${id}`} className="mt-1 pl-11 text-sm font-medium text-danger sm:pl-10">
                  {error}
                </p>
              )}
            </li>
          )
        })}
      </ol>
      {whole.map(({ at, message }) => (
        <p key={at.join('/')} className="mt-2 flex items-start gap-1.5 text-sm font-medium text-danger">
          <Icon name="alert" className="mt-0.5" />
          {at[3] === 'options' ? 'Add at least two options.' : toSentence(message)}
        </p>
      ))}
      {options.length < MAX_OPTIONS && (
        <Button variant="quiet" className="mt-3" onClick={add}>
          Add an option
        </Button>
      )}
    </fieldset>
  )
}
