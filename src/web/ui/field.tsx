import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

type Frame = { label: string; hint?: ReactNode; error?: string | undefined }

type TextFieldProps = ComponentProps<'input'> & Frame & { /** A button next to the input. */ action?: ReactNode }

const INPUT =
  'block min-h-11 w-full rounded-control border bg-surface px-3 py-2 text-base text-ink transition-colors placeholder:text-muted disabled:bg-wash'

function getInputClass(error: string | undefined, className?: string): string {
  return classes(INPUT, error ? 'border-danger' : 'border-edge', className)
}

/** A labeled input. Spread a form's `register('name')` into it. */
export function TextField({ label, hint, error, action, className, ...input }: TextFieldProps) {
  const { id, describedBy } = useFieldIds({ hint, error }, input)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="flex gap-2">
        <input
          type="text"
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={getInputClass(error, classes('min-w-0', className))}
        />
        {action}
      </div>
    </FieldFrame>
  )
}

type TextAreaProps = ComponentProps<'textarea'> &
  Frame & { /** Grows with its text, so that no line is hidden. */ grows?: boolean }

export function TextArea({ label, hint, error, grows = false, className, ...input }: TextAreaProps) {
  const { id, describedBy } = useFieldIds({ hint, error }, input)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={getInputClass(error, classes(grows && 'field-sizing-content min-h-18', className))}
      />
    </FieldFrame>
  )
}

type SelectFieldProps<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange'> &
  Frame & {
    value: Value
    options: readonly { value: Value; label: string }[]
    onChange: (value: Value) => void
  }

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, options, onChange, className, ...select } = props
  const { id, describedBy } = useFieldIds({ hint, error }, select)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => {
          const chosen = options.find(({ value }) => value === currentTarget.value)
          if (chosen) onChange(chosen.value)
        }}
        className={getInputClass(error, className)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

export function PasswordField({ label, hint, error, className, ...input }: Omit<TextFieldProps, 'action'>) {
  const { id, describedBy } = useFieldIds({ hint, error }, input)
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...input}
          id={id}
          type={isShown ? 'text' : 'password'}
          autoCapitalize={isShown ? 'none' : undefined}
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={getInputClass(error, classes('pr-12', className))}
        />
        <button
          type="button"
          aria-label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      </div>
    </FieldFrame>
  )
}

type CheckboxProps = ComponentProps<'input'> & { error?: string | undefined; children: ReactNode }

/** A checkbox with its text, which may contain links. */
export function Checkbox({ error, children, className, ...input }: CheckboxProps) {
  const { id, describedBy } = useFieldIds({ error }, input)
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={classes(
            'mt-0.5 size-6 shrink-0 accent-bar',
            // While unchecked, the native checkbox ignores our colors.
            error && 'appearance-none rounded-sm border border-danger bg-surface checked:appearance-auto',
            className,
          )}
        />
        <label htmlFor={id} className="text-sm leading-7">
          {children}
        </label>
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}

function useFieldIds(
  { hint, error }: Omit<Frame, 'label'>,
  given: { id?: string | undefined; 'aria-describedby'?: string | undefined },
) {
  const own = useId()
  const id = given.id ?? own
  const described = [error && `${id}-error`, hint && `${id}-hint`, given['aria-describedby']].filter(Boolean).join(' ')
  return { id, describedBy: described || undefined }
}

/** A label, control, error message in red, and hint; also used for other controls. */
export function FieldFrame({ id, label, hint, error, children }: Frame & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children}
      <FieldError id={id} error={error} />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    // Leaves room for the focus ring.
    <p id={`${id}-error`} className="mt-3 flex items-start gap-1.5 text-sm font-medium text-danger">
      <Icon name="alert" className="mt-0.5" />
      <span>{error}</span>
    </p>
  )
}
