/** A course's approval as staff entered it. Any field may be missing. */
export type Approval = {
  /** Who approved the course: a board, or an organization whose approvals boards accept. */
  approver: string
  /** The statement, which is printed exactly as it was entered, as the approver requires. */
  statement: string
  /** The provider number that the approver assigned. */
  provider: string
  hours: string
  /** The first and last day on which the approval is valid, such as '2026-01-01'. */
  validFrom: string
  validUntil: string
  /** Whether the approver requires the license number of each nurse who completes the course. */
  needsLicense: boolean
  /** How the hours were calculated. */
  reasoning: string
}

/** Contact hours that a course awards, or that are on a certificate. */
export type ContactHours = {
  approver: string
  statement: string
  provider: string
  /** One hour is 60 minutes. The number has one decimal place and is rounded down. */
  hours: number
  needsLicense: boolean
}

/**
 * A license number as it was entered, which is stored with contact hours: { state: 'CA', profession: 'RN', number:
 * '95012345' }.
 */
export type LicenseSnapshot = { state: string; profession: string; number: string }

const normalizeWords = (text: string) => ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `

/** Returns the statement. If it doesn't contain the provider number, adds that number. */
export function formatStatement({ statement, provider }: Pick<ContactHours, 'statement' | 'provider'>): string {
  return normalizeWords(statement).includes(normalizeWords(provider))
    ? statement
    : `${statement} Provider number ${provider}.`
}

/** Rounds down to a tenth, as approvers require: 1.99 becomes 1.9. */
export function roundDownToTenth(hours: number): number {
  // Rounding first is needed because 1.1 * 10 is slightly more than 11, and 2.3 * 10 slightly less than 23.
  return Math.floor(Number((hours * 10).toFixed(6))) / 10
}

/** Formats hours as they are printed, such as '1.0 contact hour' or '12.5 contact hours'. */
export function formatHours(hours: number): string {
  return `${hours.toFixed(1)} contact ${hours === 1 ? 'hour' : 'hours'}`
}

/**
 * Returns the contact hours for a certificate that is earned on this day. Returns null unless the approval is complete
 * and valid on that day.
 */
export function getContactHours(approval: Approval | null, day: string): ContactHours | null {
  if (!approval || listMissingFields(approval).length > 0) return null
  const { approver, statement, provider, validFrom, validUntil, needsLicense } = approval
  if (day < validFrom || day > validUntil) return null
  return { approver, statement, provider, hours: roundDownToTenth(Number(approval.hours)), needsLicense }
}

const REQUIRED_FIELDS = {
  approver: 'the accrediting body',
  statement: 'its exact statement',
  provider: 'the provider number',
  hours: 'the hours',
  validFrom: 'the first day',
  validUntil: 'the last day',
} as const

/** Lists the names of the fields that an approval still lacks. */
export function listMissingFields(approval: Approval): string[] {
  const words = Object.entries(REQUIRED_FIELDS).flatMap(([part, called]) =>
    approval[part as keyof typeof REQUIRED_FIELDS].trim() === '' ? [called] : [],
  )
  return approval.hours.trim() !== '' && roundDownToTenth(Number(approval.hours)) === 0
    ? [...words, REQUIRED_FIELDS.hours]
    : words
}

/** Finds the contact hours that a sentence states in digits: [1.2] in 'approved for 1.2 nursing contact hours'. */
export function findHoursInText(sentence: string): number[] {
  return [...sentence.matchAll(/(?<![\d.])(\d{1,3}(?:\.\d+)?)\s+(?:[a-z]+\s+){0,2}contact\s+hours?\b/gi)].map(
    ([, figure]) => Number(figure),
  )
}
