import { useState } from 'react'
import { keepInTab, keptInTab } from '#web/client/kept-in-tab.ts'
import { storedToken } from '#web/client/session.ts'
import { type Profession, PROFESSIONS } from '../choices.contract.ts'

/** What stands in the form. */
type Typed = { state: string; profession: Profession; number: string }

const BLANK: Typed = { state: '', profession: 'RN', number: '' }
// Who logs in next in this tab, at a computer of the ward, say, is shown nothing of it.
const keyOfSession = () => `license:${storedToken()?.slice(-8) ?? ''}`

/** The form as it was typed, kept in this tab until it is sent or the session ends: a reload loses nothing. */
export function useKeptLicense() {
  const [typed, setTyped] = useState<Typed>(read)
  return {
    typed,
    type(part: Partial<Typed>) {
      const changed = { ...typed, ...part }
      setTyped(changed)
      keepInTab(keyOfSession(), changed)
    },
    forget() {
      setTyped(BLANK)
      keepInTab(keyOfSession(), undefined)
    },
  }
}

function read(): Typed {
  const kept = keptInTab(keyOfSession())
  return isTyped(kept) ? kept : BLANK
}

/** What another version kept is left alone. */
function isTyped(kept: unknown): kept is Typed {
  if (!(kept instanceof Object) || !('state' in kept && 'profession' in kept && 'number' in kept)) return false
  const { state, profession, number } = kept
  return [state, profession, number].every((each) => typeof each === 'string') && String(profession) in PROFESSIONS
}
