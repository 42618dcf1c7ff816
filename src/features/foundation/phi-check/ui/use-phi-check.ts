import { useRef, useState } from 'react'
import { loadChunk } from '#web/client/chunks.ts'
import type { PatientDataSpan } from '../phi-spans.rules.ts'

export type PhiCheck = {
  /** What looks like data of a patient and was not confirmed yet; empty while nothing is asked. */
  asks: readonly PatientDataSpan[]
  /**
   * Whether a text may be sent, and whether its author has confirmed that it names no patient: `guard_confirmed` of what is sent. Null: he is asked first.
   * Nothing leaves the device. Fails where the rules could not be loaded: nothing is sent unseen.
   */
  look: (text: string) => Promise<{ isConfirmed: boolean } | null>
  /** The author has checked what was shown. */
  confirm: () => void
  /** For another text. */
  forget: () => void
}

/** Looks through what somebody is about to post. What was confirmed once is not asked for again, and what was added since is. */
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
