import { ADDRESS_PATTERNS } from './addresses.rules.ts'
import { findPatientContext } from './patient-context.rules.ts'
import { BIRTH_DATE_PATTERNS } from './birth-dates.rules.ts'
import { CONTACT_PATTERNS } from './contacts.rules.ts'
import { DATE } from './date-patterns.rules.ts'
import { ID_PATTERNS } from './ids.rules.ts'
import { IDENTIFYING_DETAIL_PATTERNS } from './identifying-details.rules.ts'
import { findNames, isNonName } from './names.rules.ts'
import { normalizeForMatching } from './harmless-phrases.rules.ts'
import { CONTEXT_LENGTH, type PatientDataSpan } from './phi-spans.rules.ts'
import { isFictional, isNotPatientData } from './placeholder-values.rules.ts'

/** Matches a single name that is followed only by an admission date, such as "Gonzalez was admitted on 3/4". */
const NAME_WITH_STAY = new RegExp(
  String.raw`(?<![\p{L}\d.'-])(?![A-Z]{2,4}\b)\p{Lu}[\p{L}'-]{2,20}(?:(?:,| [(]|, age) ?\d{1,3} ?-?(?:y\/?o|yrs?|years?[- ]old|[MF]\b)| \d{1,3} ?(?:y\/?o|yrs? old|[MF]\b)|(?: was| got| is)? (?:admitted|discharged|intubated|transferred|hospitali[sz]ed|expired|died|coded)\b[^\n.]{0,50}?${DATE})`,
  'gu',
)

/**
 * Finds what in a text may identify a patient, from left to right and without overlaps. The result is the same on every
 * device, and the text is not sent anywhere. Findings are warnings, not proof: some are harmless, and details that no
 * rule covers can also identify a patient. The time is proportional to the length of the text, no matter what it
 * contains. Positions are in UTF-16 units.
 */
export function findPatientData(text: string): PatientDataSpan[] {
  const seen = normalizeForMatching(text)
  const found: Omit<PatientDataSpan, 'words'>[] = []
  for (const { kind, pattern, isMeant } of [
    ...CONTACT_PATTERNS,
    ...ID_PATTERNS,
    ...BIRTH_DATE_PATTERNS,
    ...ADDRESS_PATTERNS,
    ...IDENTIFYING_DETAIL_PATTERNS,
  ]) {
    for (const match of seen.matchAll(pattern)) {
      const [words] = match
      const to = match.index + words.length
      const before = seen.slice(Math.max(0, match.index - CONTEXT_LENGTH), match.index)
      if (!isMeant || isMeant(words, before, seen.slice(to, to + CONTEXT_LENGTH)))
        found.push({ kind, from: match.index, to })
    }
  }
  for (const name of findNames(seen)) {
    const behind = findPatientContext(seen, name)
    if (behind !== undefined) found.push({ kind: 'name-birth', from: name.from, to: name.to + behind })
  }
  for (const { 0: words, index } of seen.matchAll(NAME_WITH_STAY)) {
    if (!isNonName(words.split(/[ ']/u)[0] ?? ''))
      found.push({ kind: 'name-birth', from: index, to: index + words.length })
  }
  const isPatients = (span: (typeof found)[number]) => !isNotPatientData(seen, span)
  return removeOverlaps(isFictional(seen) ? [] : found.filter(isPatients)).map((span) => ({
    ...span,
    words: text.slice(span.from, span.to),
  }))
}

/** Merges overlapping findings into one, which has the kind of the leftmost one. */
function removeOverlaps(found: Omit<PatientDataSpan, 'words'>[]): Omit<PatientDataSpan, 'words'>[] {
  const remaining: Omit<PatientDataSpan, 'words'>[] = []
  for (const span of found.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = remaining.at(-1)
    if (last && span.from < last.to) last.to = Math.max(last.to, span.to)
    else remaining.push({ ...span })
  }
  return remaining
}
