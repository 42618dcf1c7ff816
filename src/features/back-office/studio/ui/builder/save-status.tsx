import { useState } from 'react'
import { pluralize } from '#shared/pluralize.ts'
import type { Json } from '#shared/plan-changes.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { OpenProduct } from '../../builder.contract.ts'
import type { builderActions } from './builder-actions.ts'
import { useDraft } from './draft-context.tsx'
import type { DraftConflict } from './draft-saver.ts'
import { describePath } from './plan-paths.ts'

/** Why the last change is not saved, and what to do; nothing if all is well. */
export function SaveProblem() {
  const { state } = useDraft().view
  if (state.kind === 'clashing') return <DraftConflicts clashes={state.clashes} />
  if (state.kind !== 'failed') return null
  return (
    <Notice kind="error">
      Not saved: {state.why}. {!state.isTriedAgain && 'Keep this page open so you don’t lose your changes.'}
    </Notice>
  )
}

/** `isShort`: for the bar on small screens. */
export function SaveStatus({ isShort = false }: { isShort?: boolean }) {
  const { state, worked } = useDraft().view
  const isFailed = state.kind === 'clashing' || state.kind === 'failed'
  const words = isFailed ? 'Not saved.' : 'Saving…'
  return (
    <p role="status" className="text-sm text-muted">
      {state.kind === 'saved' ? formatSaveState(worked, isShort) : words}
    </p>
  )
}

function formatSaveState({ revision, is_on_sale: isOnSale, owners }: OpenProduct, isShort: boolean): string {
  if (revision === 0) return 'No unpublished changes.'
  if (!isOnSale || isShort) return 'All changes saved.'
  const members = owners === 0 ? '' : ` and ${pluralize(owners, 'member')}`
  return `All changes saved. Visitors${members} see them after you publish.`
}

type Choice = 'mine' | 'theirs'

/** Both versions of each conflicting part. Nothing is saved until the editor chooses one. */
function DraftConflicts({ clashes }: { clashes: DraftConflict[] }) {
  const action = useAction<typeof builderActions>()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const isChosen = clashes.every(({ at }) => choices[at.join('/')] !== undefined)
  return (
    <section aria-label="Conflicting changes" className="rounded-card border border-danger/40 bg-surface p-4">
      <Notice kind="error">
        Someone else, or you in another window, changed this too. Choose which version to keep. Nothing is saved until
        then.
      </Notice>
      <DifferenceChoices
        differences={clashes}
        choices={choices}
        onChoose={setChoices}
        mine="Your version"
        theirs="Saved version"
      />
      <Button busy={action.isBusy} disabled={!isChosen} onClick={() => void action.submit('settleConflicts', choices)}>
        Save my choices
      </Button>
    </section>
  )
}

type DifferenceChoicesProps = {
  differences: readonly { at: string[]; mine?: Json | undefined; theirs?: Json | undefined }[]
  choices: Readonly<Record<string, Choice>>
  onChoose: (choices: Record<string, Choice>) => void
  mine: string
  theirs: string
}

export function DifferenceChoices({ differences, choices, onChoose, mine, theirs }: DifferenceChoicesProps) {
  const { view } = useDraft()
  return (
    <ul className="my-4 flex flex-col gap-6">
      {differences.map((difference) => {
        const path = difference.at.join('/')
        return (
          <li key={path}>
            <fieldset>
              <legend className="mb-2 font-semibold">{describePath(view.worked, difference.at)}</legend>
              <div className="grid gap-3 md:grid-cols-2">
                {(['mine', 'theirs'] as const).map((whose) => (
                  <div key={whose} className="flex gap-3 rounded-control border border-edge p-3">
                    <input
                      id={`${path}-${whose}`}
                      type="radio"
                      name={path}
                      aria-describedby={`${path}-${whose}-value`}
                      className="mt-1 size-5 shrink-0 accent-bar"
                      checked={choices[path] === whose}
                      onChange={() => onChoose({ ...choices, [path]: whose })}
                    />
                    <div className="min-w-0">
                      <label htmlFor={`${path}-${whose}`} className="block text-sm font-semibold">
                        {whose === 'mine' ? mine : theirs}
                      </label>
                      <p
                        id={`${path}-${whose}-value`}
                        className="max-h-48 overflow-auto text-sm wrap-anywhere whitespace-pre-wrap"
                      >
                        {formatValue(difference[whose])}
                      </p>
                    </div>
                  </div>
                ))}
              </div>
            </fieldset>
          </li>
        )
      })}
    </ul>
  )
}

function formatValue(value: Json | undefined): string {
  if (value === undefined) return '(removed)'
  if (typeof value === 'string') return value === '' ? '(empty)' : value
  if (value === null) return '(none)'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n')
  const name = value instanceof Object && 'name' in value ? value['name'] : undefined
  return typeof name === 'string' ? name : JSON.stringify(value, null, 1)
}
