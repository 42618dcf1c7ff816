import { type FocusEvent, useRef } from 'react'
import { TextButton } from '#web/ui/text-link.tsx'

type TypingField = HTMLInputElement | HTMLTextAreaElement

/**
 * Inserts variables where the user last typed, or at the end of the main field. The fields get `onFocus`, the main one
 * also `mainField`.
 */
export function useVariables<Text extends Record<string, string>>(
  text: Text,
  main: keyof Text & string,
  change: (part: Partial<Text>) => void,
) {
  const mainField = useRef<HTMLTextAreaElement>(null)
  const lastField = useRef<{ field: keyof Text & string; element: TypingField }>(null)
  return {
    mainField,
    onFocus: (field: keyof Text & string) => (event: FocusEvent<TypingField>) => {
      lastField.current = { field, element: event.currentTarget }
    },
    insert: (variable: string) => {
      const field = lastField.current?.field ?? main
      const element = lastField.current?.element ?? mainField.current
      const typed = text[field] ?? ''
      if (!element) return
      const written = `{${variable}}`
      const start = element.selectionStart ?? typed.length
      const end = element.selectionEnd ?? start
      change({ [field]: typed.slice(0, start) + written + typed.slice(end) } as Partial<Text>)
      requestAnimationFrame(() => {
        element.focus()
        element.setSelectionRange(start + written.length, start + written.length)
      })
    },
  }
}

type VariableListProps = {
  variables: readonly { name: string; meaning: string }[]
  onInsert: (variable: string) => void
}

export function VariableList({ variables, onInsert }: VariableListProps) {
  return (
    <>
      <p className="text-sm text-muted">Each email contains the real value. Press a variable to insert it.</p>
      <dl className="flex flex-col gap-3">
        {variables.map(({ name, meaning }) => (
          <div key={name}>
            <dt>
              <TextButton className="font-mono" aria-label={`Insert {${name}}`} onClick={() => onInsert(name)}>
                {`{${name}}`}
              </TextButton>
            </dt>
            <dd className="text-sm text-pretty text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
