import { useState } from 'react'
import { readSaved, save } from '#web/client/member-storage.ts'
import { type Profession, PROFESSIONS } from '../license-choices.contract.ts'

/** What stands in the form. */
type Typed = { state: string; profession: Profession; number: string }

const BLANK: Typed = { state: '', profession: 'RN', number: '' }
const KEY = 'license'

/** The form as it was typed, kept in this tab until it is sent: a reload or an expired session loses nothing. */
export function useKeptLicense() {
  const [typed, setTyped] = useState<Typed>(read)
  return {
    typed,
    type(part: Partial<Typed>) {
      const changed = { ...typed, ...part }
      setTyped(changed)
      save(KEY, changed)
    },
    forget() {
      setTyped(BLANK)
      save(KEY, undefined)
    },
  }
}

function read(): Typed {
  const kept = readSaved(KEY)
  return isTyped(kept) ? kept : BLANK
}

/** What another version kept is left alone. */
function isTyped(kept: unknown): kept is Typed {
  if (!(kept instanceof Object) || !('state' in kept && 'profession' in kept && 'number' in kept)) return false
  const { state, profession, number } = kept
  return [state, profession, number].every((each) => typeof each === 'string') && String(profession) in PROFESSIONS
}
