import { useRef } from 'react'
import { ActionError } from '#web/client/actions.ts'
import { loadChunk } from '#web/client/chunks.ts'
import type { PatientDataSpan } from '../phi-spans.rules.ts'

/** A text is not sent until its author was asked about these findings. */
class PatientDataError extends ActionError {
  readonly spans: readonly PatientDataSpan[]

  constructor(spans: readonly PatientDataSpan[]) {
    super('')
    this.spans = spans
  }
}

/**
 * Checks a text before it is sent, on this device only. Rejects when it may identify a patient in words that its author
 * has not confirmed, or when the rules can't be loaded. Resolves to whether the author confirmed: the request's
 * `guard_confirmed`.
 */
export async function checkForPatientData(text: string, confirmed: readonly string[]): Promise<boolean> {
  const { findPatientData } = await loadChunk(import('../phi-check.rules.ts'), 'guard')
  const found = findPatientData(text)
  if (found.some(({ words }) => !confirmed.includes(words))) throw new PatientDataError(found)
  return found.length > 0
}

export type PhiCheck = {
  /** Possible patient data not confirmed yet; empty while nothing is asked. */
  asks: readonly PatientDataSpan[]
  /** Found words that the author confirmed. New ones are asked about. */
  confirmed: { readonly current: readonly string[] }
  confirm: () => void
  /** To be called when the text is replaced by another. */
  forget: () => void
}

/** Asks the author, after the action refused to send a text unchecked. */
export function usePhiCheck({ error, clear }: { error: unknown; clear: () => void }): PhiCheck {
  const asks = error instanceof PatientDataError ? error.spans : []
  // A ref, because the press that confirms also sends, before the next render.
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
