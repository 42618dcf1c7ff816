import type { ComponentProps, ReactNode } from 'react'
import type { Path } from '#shared/plan-changes.ts'
import { FileWarnings } from '#features/catalog/uploads/ui/file-warnings.tsx'
import { type FieldFile, UploadField, UploadList } from '#features/catalog/uploads/ui/upload-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useDraft, usePlanField } from './draft-context.tsx'

export type PlanFileProps = {
  at: Path
  use: ComponentProps<typeof UploadField>['use']
  label: string
  hint?: string | undefined
}

/** A file of the plan. Its upload continues while another section is shown. */
export function PlanFileField({ at, use, label, hint }: PlanFileProps) {
  const { saver, view } = useDraft()
  const { value, error, isRequired } = usePlanField<string | null>(at)
  return (
    <UploadField
      label={label}
      use={use}
      name={`${view.worked.id} ${at.join('/')}`}
      file={findFile(view.worked.files, value)}
      onChange={(file) => {
        if (file) saver.know(file)
        saver.set(at, file?.id ?? null)
      }}
      hint={hint}
      isRequired={isRequired}
      error={error}
    />
  )
}

type HandoutPlan = { name: string; file: string | null }

export function PlanHandouts({ at, label, hint }: Omit<PlanFileProps, 'use'>) {
  const { saver, view } = useDraft()
  const { value, set, error } = usePlanField<HandoutPlan[]>(at)
  const change = (index: number, part: Partial<HandoutPlan>) =>
    set(value.map((handout, other) => (other === index ? { ...handout, ...part } : handout)))
  return (
    <div className="flex flex-col gap-4">
      <UploadList
        label={label}
        use="handout"
        name={`${view.worked.id} ${at.join('/')}`}
        onFile={(file) => {
          saver.know(file)
          // Several uploads may finish at the same time, so add each to the current list.
          saver.append(at, { name: getTitle(file.name), file: file.id })
        }}
        hint={hint}
      >
        {value.length > 0 && (
          <ul aria-label={label} className="flex flex-col gap-3">
            {value.map((handout, index) => {
              const file = findFile(view.worked.files, handout.file)
              return (
                <li key={`${handout.file} ${index}`} className="rounded-card border border-line bg-surface p-4">
                  <HandoutName
                    at={[...at, String(index), 'name']}
                    label={`Name of ${file?.name ?? 'the file'}`}
                    hint={file?.is_undrawn && NO_PREVIEW}
                    value={handout.name}
                    onChange={(name) => change(index, { name })}
                    onRemove={() => set(value.filter((_handout, other) => other !== index))}
                  />
                  <FileWarnings file={file} />
                </li>
              )
            })}
          </ul>
        )}
      </UploadList>
      {error && <p className="text-sm font-medium text-danger">{error}</p>}
    </div>
  )
}

const NO_PREVIEW = 'We couldn’t create a preview of the first page, so visitors won’t see one.'

type HandoutNameProps = {
  at: Path
  label: string
  hint?: ReactNode
  value: string
  onChange: (name: string) => void
  onRemove: () => void
}

function HandoutName({ at, label, hint, value, onChange, onRemove }: HandoutNameProps) {
  const { view } = useDraft()
  const found = view.worked.findings.find((finding) => finding.at.join('/') === at.join('/'))?.message
  return (
    <TextField
      label={label}
      hint={hint}
      value={value}
      error={found}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      action={
        <Button
          variant="quiet"
          className="whitespace-nowrap"
          aria-label={`Remove ${value || 'the file'}`}
          onClick={onRemove}
        >
          {' '}
          Remove{' '}
        </Button>
      }
    />
  )
}

export function findFile<File extends FieldFile>(files: readonly File[], id: string | null): File | null {
  return files.find((file) => file.id === id) ?? null
}

/** `dme-checklist_2026.pdf` → 'dme checklist 2026' */
function getTitle(name: string): string {
  return (
    name
      .replace(/[.][^.]+$/, '')
      .replaceAll(/[-_]+/g, ' ')
      .trim() || name
  )
}
