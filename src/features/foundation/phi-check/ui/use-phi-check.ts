import { useRef } from 'react'
import { ActionError } from '#web/client/actions.ts'
import { loadChunk } from '#web/client/chunks.ts'
import type { PatientDataSpan } from '../phi-spans.rules.ts'

/** Thrown instead of sending the text, because its author must first confirm these findings. */
class PatientDataError extends ActionError {
  readonly spans: readonly PatientDataSpan[]

  constructor(spans: readonly PatientDataSpan[]) {
    super('')
    this.spans = spans
  }
}

/**
 * Checks a text on this device before it is sent. Rejects if the text might identify a patient in words that its author
 * has not confirmed, or if the rules can't be loaded. Resolves to whether the author confirmed any findings, which is
 * sent as `guard_confirmed`.
 */
export async function checkForPatientData(text: string, confirmed: readonly string[]): Promise<boolean> {
  const { findPatientData } = await loadChunk(import('../phi-check.rules.ts'), 'guard')
  const found = findPatientData(text)
  if (found.some(({ words }) => !confirmed.includes(words))) throw new PatientDataError(found)
  return found.length > 0
}

export type PhiCheck = {
  /** Possible patient data that the author has not confirmed yet. Empty if there is nothing to ask. */
  asks: readonly PatientDataSpan[]
  /** The words that the author confirmed. The author is asked about other findings. */
  confirmed: { readonly current: readonly string[] }
  confirm: () => void
  /** Call this when another text replaces the current one. */
  forget: () => void
}

/** Asks the author to confirm the findings because of which `checkForPatientData` threw. */
export function usePhiCheck({ error, clear }: { error: unknown; clear: () => void }): PhiCheck {
  const asks = error instanceof PatientDataError ? error.spans : []
  // This is a ref, because the click that confirms also sends the text, before the next render.
  const confirmed = useRef<readonly string[]>([])
  const keep = (words: readonly string[]) => {
    confirmed.current = words
    if (asks.length > 0) clear()
  }
  return {
    asks,
    confirmed,
    confirm: () => keep(asks.map(({ words }) => words)),
    forget: () => keep([]),
  }
}
