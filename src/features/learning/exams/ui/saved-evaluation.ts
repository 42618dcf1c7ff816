import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { readSaved, save } from '#web/client/member-storage.ts'
import type { readCertificateSteps } from '../certificate-steps.contract.ts'

type Steps = EndpointReply<typeof readCertificateSteps>

export type EvaluationDraft = {
  ratings: (number | null)[]
  words: string
  isAttested: boolean
  name: { first_name: string; last_name: string; credentials_after_name: string }
}

/** The form's draft, saved in this tab until it is submitted, so that it survives a reload or an expired session. */
export function useSavedEvaluation(id: string, steps: Steps) {
  const key = `evaluation:${id}`
  const [typed, setTyped] = useState<EvaluationDraft>(() => ({ ...fromSteps(steps), ...read(key) }))
  return {
    typed,
    type(part: Partial<EvaluationDraft>) {
      const changed = { ...typed, ...part }
      setTyped(changed)
      save(key, changed)
    },
    forget: () => save(key, undefined),
  }
}

function fromSteps({ ratings, words, is_attested: isAttested, name }: Steps): EvaluationDraft {
  const { first_name, last_name, credentials_after_name } = name
  return { ratings, words, isAttested, name: { first_name, last_name, credentials_after_name } }
}

function read(key: string): Partial<EvaluationDraft> {
  const saved = readSaved(key)
  return isEvaluationDraft(saved) ? saved : {}
}

/** Whether a saved draft has the current format. Another version of this code may have saved it. */
function isEvaluationDraft(value: unknown): value is EvaluationDraft {
  if (
    !(value instanceof Object) ||
    !('ratings' in value && 'words' in value && 'isAttested' in value && 'name' in value)
  )
    return false
  const { ratings, words, isAttested, name } = value
  return (
    Array.isArray(ratings) &&
    ratings.length === 5 &&
    typeof words === 'string' &&
    typeof isAttested === 'boolean' &&
    name instanceof Object &&
    ['first_name', 'last_name', 'credentials_after_name'].every(
      (field) => typeof (name as Record<string, unknown>)[field] === 'string',
    )
  )
}
