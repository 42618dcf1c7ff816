import { useEffect, useState } from 'react'
import { type Reader, toStoredText } from '#shared/typed-input.ts'

export type TypedValue = {
  /** The text to store, or what was typed if it isn't understood. */
  value: string
  read: Reader
  /** How the field shows a stored text. */
  format?: ((stored: string) => string) | undefined
  onChange: (value: string) => void
}

/** Screen readers announce what was understood only after a pause in typing. */
const PAUSE_MS = 300

/** What a field shows: the text as typed, until another value is stored, and how it was understood. */
export function useTypedText({ value, read, format = String, onChange }: TypedValue) {
  const [typed, setTyped] = useState(() => format(value))
  const [isEdited, setEdited] = useState(false)
  const text = toStoredText(read, typed) === value ? typed : format(value)
  const reading = isEdited && text.trim() !== '' ? read(text) : undefined
  const understood = reading && 'shown' in reading && reading.shown !== text ? `Understood as ${reading.shown}` : ''
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(understood), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [understood])
  return {
    text,
    isEdited,
    // What was announced before is wrong as soon as another letter is typed.
    understood: announced === understood ? understood : '',
    type: (to: string) => {
      setTyped(to)
      setEdited(true)
      onChange(toStoredText(read, to))
    },
  }
}
