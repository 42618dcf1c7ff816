import { useRef } from 'react'
import { ActionError } from '#web/client/actions.ts'
import { loadChunk } from '#web/client/chunks.ts'
import type { PatientDataSpan } from '../phi-spans.rules.ts'

/** The text was not sent, because its author must first confirm these findings. */
class PatientDataError extends ActionError {
  readonly spans: readonly PatientDataSpan[]

  constructor(spans: readonly PatientDataSpan[]) {
    super('')
    this.spans = spans
  }
}

/**
 * Checks a text before it is sent, on this device only. Rejects if it might identify a patient in words that its author
 * has not confirmed, or if the rules can't be loaded. Resolves to whether the author confirmed any findings, for the
 * request's `guard_confirmed`.
 */
export async function checkForPatientData(text: string, confirmed: readonly string[]): Promise<boolean> {
  const { findPatientData } = await loadChunk(import('../phi-check.rules.ts'), 'guard')
  const found = findPatientData(text)
  if (found.some(({ words }) => !confirmed.includes(words))) throw new PatientDataError(found)
  return found.length > 0
}

export type PhiCheck = {
  /** Possible patient data that is not confirmed yet; empty if there is nothing to ask. */
  asks: readonly PatientDataSpan[]
  /** The words that the author confirmed. Other findings are asked about. */
  confirmed: { readonly current: readonly string[] }
  confirm: () => void
  /** Call this when another text replaces the current one. */
  forget: () => void
}

/** Asks the author to confirm, after the action refused to send an unconfirmed text. */
export function usePhiCheck({ error, clear }: { error: unknown; clear: () => void }): PhiCheck {
  const asks = error instanceof PatientDataError ? error.spans : []
  // A ref, because the click that confirms also sends the text, before the next render.
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
