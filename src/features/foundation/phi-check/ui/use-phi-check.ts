import { useRef, useState } from 'react'
import { loadChunk } from '#web/client/chunks.ts'
import type { PatientDataSpan } from '../phi-spans.rules.ts'

export type PhiCheck = {
  /** Possible patient data not confirmed yet; empty while nothing is asked. */
  asks: readonly PatientDataSpan[]
  /**
   * Whether a text may be sent, and whether its author confirmed that it identifies no patient: the request's
   * `guard_confirmed`. Null: the author is asked first. Runs on this device only. Rejects when the rules can't be
   * loaded: nothing is sent unchecked.
   */
  look: (text: string) => Promise<{ isConfirmed: boolean } | null>
  confirm: () => void
  /** For another text. */
  forget: () => void
}

/** Checks a text before posting. Confirmed findings are not asked about again; new ones are. */
export function usePhiCheck(): PhiCheck {
  const [asks, setAsks] = useState<readonly PatientDataSpan[]>([])
  // Read by the press that confirms and sends at once.
  const confirmed = useRef<readonly string[]>([])
  return {
    asks,
    look: async (text) => {
      const { findPatientData } = await loadChunk(import('../phi-check.rules.ts'), 'guard')
      const found = findPatientData(text)
      const isNew = found.some(({ words }) => !confirmed.current.includes(words))
      setAsks(isNew ? found : [])
      return isNew ? null : { isConfirmed: found.length > 0 }
    },
    confirm: () => {
      confirmed.current = asks.map(({ words }) => words)
      setAsks([])
    },
    forget: () => {
      confirmed.current = []
      setAsks([])
    },
  }
}
