import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useDraft, usePlanField } from './draft-context.tsx'
import { PlanDateField } from './plan-fields.tsx'

type Source = { name: string; link: string }

const MAX_SOURCES = 20

/** When a lecture's legal content was last checked. May stay empty. */
export function LawFields({ lecture }: { lecture: string }) {
  const at = ['lectures', lecture, 'law']
  return (
    <fieldset className="flex flex-col gap-6 rounded-card border border-line p-4">
      <legend className="px-2 font-semibold">The law in it</legend>
      <p className="text-sm text-muted">
        Learners read below the lecture on which day it was last checked, and by what. Left empty, nothing is said.
      </p>
      <PlanDateField at={[...at, 'as_of']} label="Law as of" hint="The day on which somebody has checked it." />
      <PlanDateField
        at={[...at, 'look_again_by']}
        label="Look again by"
        hint="Thirty days before, the studio begins to remind you."
      />
      <Sources at={[...at, 'sources']} />
    </fieldset>
  )
}

function Sources({ at }: { at: string[] }) {
  const { value, set, error } = usePlanField<Source[]>(at)
  const { view } = useDraft()
  const found = (index: number, field: keyof Source) =>
    view.worked.findings.find((finding) => finding.at.join('/') === [...at, index, field].join('/'))?.message
  const change = (index: number, part: Partial<Source>) =>
    set(value.map((each, other) => (other === index ? { ...each, ...part } : each)))
  return (
    <>
      {value.map(({ name, link }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- They have no other name, and keep their order.
        <div key={index} className="flex flex-col gap-4">
          <TextField
            label={`Source ${index + 1}`}
            hint="As people call it: Federal Rule of Civil Procedure 35."
            autoComplete="off"
            value={name}
            error={found(index, 'name')}
            onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
          />
          <TextField
            label={`Address of source ${index + 1}`}
            hint="Where it can be read, with https. It may stay empty."
            inputMode="url"
            autoComplete="off"
            value={link}
            error={found(index, 'link')}
            onChange={({ currentTarget }) => change(index, { link: currentTarget.value })}
          />
          <div>
            <Button
              variant="link"
              className="-ml-3"
              onClick={() => set(value.filter((_each, other) => other !== index))}
            >
              Take out source {index + 1}
            </Button>
          </div>
        </div>
      ))}
      {error && <p className="text-sm font-medium text-danger">{error}</p>}
      {value.length < MAX_SOURCES && (
        <div>
          <Button variant="quiet" onClick={() => set([...value, { name: '', link: '' }])}>
            Add a source
          </Button>
        </div>
      )}
    </>
  )
}
