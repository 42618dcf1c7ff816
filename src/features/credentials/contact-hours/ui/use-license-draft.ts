import { useState } from 'react'
import { readSaved, save } from '#web/client/member-storage.ts'
import { type Profession, PROFESSIONS } from '../license-choices.contract.ts'

type LicenseDraft = { state: string; profession: Profession; number: string }

const BLANK: LicenseDraft = { state: '', profession: 'RN', number: '' }
const KEY = 'license'

/** The form's draft, saved in this tab until it is submitted, so that it survives a reload or an expired session. */
export function useLicenseDraft() {
  const [typed, setTyped] = useState<LicenseDraft>(readDraft)
  return {
    typed,
    type(part: Partial<LicenseDraft>) {
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

function readDraft(): LicenseDraft {
  const saved = readSaved(KEY)
  return isLicenseDraft(saved) ? saved : BLANK
}

/** Ignores drafts saved by another version of this code. */
function isLicenseDraft(value: unknown): value is LicenseDraft {
  if (!(value instanceof Object) || !('state' in value && 'profession' in value && 'number' in value)) return false
  const { state, profession, number } = value
  return [state, profession, number].every((each) => typeof each === 'string') && String(profession) in PROFESSIONS
}
