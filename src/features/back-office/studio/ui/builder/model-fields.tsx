import type { ReactNode } from 'react'
import { getValueAt, type Path } from '#shared/plan-changes.ts'
import { readContactHours } from '#shared/typed-durations.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import type { FieldView } from '../../builder.contract.ts'
import { Fold, isFilled } from '../fold.tsx'
import { MarkdownTextArea } from '../markdown-text-area.tsx'
import { useDraft, usePlanField } from './draft-context.tsx'
import {
  PlanCheckbox,
  PlanDateField,
  PlanListField,
  PlanSelectField,
  PlanTextArea,
  PlanTextField,
} from './plan-fields.tsx'
import { PlanFileField, PlanHandouts } from './plan-files.tsx'
import { PlanCaptionsField, PlanPosterField } from './plan-media.tsx'
import { PlanMarkdownField } from './plan-markdown.tsx'
import { PracticeFields } from './practice-fields.tsx'
import { StudyTime } from './study-time.tsx'

/** The fields of a product's kind, as defined by its model. */
export function ModelFields({ fields, at = [], isInGroup = false }: ModelFieldsProps) {
  return fields.map((field) => (
    <ModelField key={field.key} field={field} at={[...at, field.key]} isInGroup={isInGroup} />
  ))
}

type ModelFieldsProps = { fields: readonly FieldView[]; at?: Path; isInGroup?: boolean }

function ModelField({ field, at, isInGroup }: { field: FieldView; at: Path; isInGroup: boolean }) {
  const { key, type, label, hint, use, options = [], fields = [] } = field
  const words = { at, label, hint }
  const video = [...at.slice(0, -1), 'video']
  switch (type) {
    case 'line':
      return <PlanTextField {...words} />
    case 'hours':
      return <PlanTextField {...words} read={readContactHours} />
    case 'date':
      return <PlanDateField {...words} />
    case 'choice':
      return <PlanSelectField {...words} options={options} />
    case 'text':
    case 'markdown':
      // The text of a lecture is the longest one, and is often pasted.
      if (at[0] === 'lectures' && type === 'markdown') return <PlanMarkdownField {...words} />
      return <PlanTextArea {...words} isMarkdown={type === 'markdown'} />
    case 'lines':
      return key === 'sources' ? (
        <PlanFold at={at} label={label}>
          <PlanListField {...words} />
        </PlanFold>
      ) : (
        <PlanListField {...words} />
      )
    case 'flag':
      return <PlanCheckbox {...words} />
    case 'handouts':
      return <PlanHandouts {...words} />
    case 'file':
      if (use === 'captions') return <PlanCaptionsField at={at} video={video} />
      if (key === 'poster') return <PlanPosterField at={at} video={video} />
      return use && <PlanFileField {...words} use={use} />
    case 'group':
      return (
        <PlanFold at={at} label={label}>
          <fieldset className="flex flex-col gap-6">
            <legend className="sr-only">{label}</legend>
            <p className="text-sm text-muted">{hint}</p>
            <ModelFields fields={fields} at={at} isInGroup />
            {key === 'approval' && <StudyTime />}
          </fieldset>
        </PlanFold>
      )
    case 'items':
      return isInGroup ? (
        <ItemFields at={at} label={label} fields={fields} />
      ) : (
        <PlanFold at={at} label={label}>
          <ItemFields at={at} label={label} fields={fields} isFolded />
        </PlanFold>
      )
    case 'section':
      return key === 'practice' && <PracticeFields at={at} label={label} />
  }
}

/** Collapsed if it has no content; open if anything in it must be fixed. */
function PlanFold({ at, label, children }: { at: Path; label: string; children: ReactNode }) {
  const { view } = useDraft()
  const { plan, findings } = view.worked
  const wrong = [...findings.map((finding) => finding.at.join('/')), ...Object.keys(view.refused)]
  const path = at.join('/')
  return (
    <Fold
      label={label}
      isFilled={isFilled(getValueAt(plan, at))}
      hasError={wrong.some((each) => each === path || each.startsWith(`${path}/`))}
    >
      {children}
    </Fold>
  )
}

type Item = Record<string, string>

type ItemFieldsProps = {
  at: Path
  label: string
  fields: readonly FieldView[]
  /** Whether the label is already shown above. */
  isFolded?: boolean
}

/** The fields of a list whose items each have several texts. */
function ItemFields({ at, label, fields, isFolded = false }: ItemFieldsProps) {
  const { value, set, error } = usePlanField<Item[]>(at)
  const { view } = useDraft()
  const found = (index: number, key: string) =>
    view.worked.findings.find((finding) => finding.at.join('/') === [...at, index, key].join('/'))?.message
  const change = (index: number, part: Item) =>
    set(value.map((each, other) => (other === index ? { ...each, ...part } : each)))
  const item = (fields[0]?.label ?? '').toLowerCase()
  return (
    <fieldset className={classes('flex flex-col gap-6', !isFolded && 'rounded-card border border-line p-4')}>
      <legend className={isFolded ? 'sr-only' : 'px-2 font-semibold'}>{label}</legend>
      {value.map((each, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- They have no other name, and keep their order.
        <div key={index} className="flex flex-col gap-4">
          {fields.map(({ key, type, label: name, hint }) => {
            const Input = type === 'line' ? TextField : type === 'markdown' ? MarkdownTextArea : TextArea
            return (
              <Input
                key={key}
                {...(type === 'line' ? { autoComplete: 'off' } : { grows: true })}
                label={`${name} ${index + 1}`}
                hint={hint}
                value={each[key] ?? ''}
                error={found(index, key)}
                onChange={({ currentTarget }: { currentTarget: { value: string } }) =>
                  change(index, { [key]: currentTarget.value })
                }
              />
            )
          })}
          <div>
            <Button variant="link" onClick={() => set(value.filter((_each, other) => other !== index))}>
              Remove {item} {index + 1}
            </Button>
          </div>
        </div>
      ))}
      {error && <p className="text-sm font-medium text-danger">{error}</p>}
      <div>
        <Button variant="quiet" onClick={() => set([...value, Object.fromEntries(fields.map(({ key }) => [key, '']))])}>
          Add a {item}
        </Button>
      </div>
    </fieldset>
  )
}
