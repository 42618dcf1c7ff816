import type { RateLimit } from '#shared/rate-limit.ts'
import { STATES } from './license-choices.contract.ts'

/** More than even someone who works in several states needs. */
export const MAX_LICENSES = 10

export const CHANGE_LIMIT: RateLimit = { what: 'licenses', hits: 60, windowMs: 60 * 60_000 }

/** Digits, optionally with letters, in groups like those printed on a license: 'RN 95123456', 'R.N. 77-1'. */
export const LICENSE_NUMBER_PATTERN = /^(?=.{2,30}$)(?=.*\d)[A-Za-z0-9]+(?:[ .-]{1,2}[A-Za-z0-9]+)*$/

type License = { state: string; profession: string; number: string }

/** Strips what is not part of the number: 'License No. 123456' and '#123456' become 123456. */
export function stripNumberLabel(number: string): string {
  return number.replace(/^(?:licen[sc]e|lic\.)? ?(?:number|no\.|#)?[ :#]*(?=\w)/i, '')
}

/**
 * Strips profession and state codes, which have separate fields: 'RN 9123456', 'R.N. 9123456', and, as printed on
 * certificates, 'RN FL 9123456' become 9123456.
 */
export function normalizeLicenseNumber({ state, profession, number }: License): string {
  const codes = [profession, state].map((code) => [...code].join('\\.?')).join('|')
  return number.replace(new RegExp(`^(?:(?:${codes})[ .-]*){1,2}(?=\\d)`, 'i'), '')
}

const MAX_PRINTED = 4

/**
 * At most four licenses, as printed on a certificate: first those of the accrediting body's state, then the others. If
 * there are more, the last line says how many.
 */
export function formatPrintedLicenses(licenses: readonly License[], approver: string): string[] {
  const isOfApprover = ({ state }: License) => findStateIn(approver) === state
  const sorted = licenses.toSorted((one, other) => Number(isOfApprover(other)) - Number(isOfApprover(one)))
  const more = sorted.length - MAX_PRINTED
  return [...sorted.slice(0, MAX_PRINTED).map(formatLicense), ...(more > 0 ? [`and ${more} more on file with us`] : [])]
}

/** For example, CA for 'California Board of Registered Nursing'. */
function findStateIn(approver: string): string | undefined {
  const named = STATES.filter(({ name }) => new RegExp(`\\b${name}\\b`, 'i').test(approver))
  // 'West Virginia' contains the name of another state.
  return named.toSorted((one, other) => other.name.length - one.name.length)[0]?.code
}

/** Such as 'RN CA 123456', as printed on a certificate. */
export function formatLicense({ state, profession, number }: License): string {
  return `${profession} ${state} ${number}`
}
