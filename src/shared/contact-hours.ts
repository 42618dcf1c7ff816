/** What staff wrote down of the approval of a course, each as it was typed; anything may be missing. */
export type Approval = {
  /** Who approved: a board, or an organisation that boards rely on. */
  approver: string
  /** To be printed letter for letter, as the approver wants it. */
  statement: string
  /** The provider's number with the approver. */
  provider: string
  hours: string
  /** The first and the last day on which it holds: '2026-01-01'. */
  validFrom: string
  validUntil: string
  /** Whether the approver wants the license number of each nurse who completes the course. */
  needsLicense: boolean
  /** How the hours were worked out. */
  reasoning: string
}

/** Contact hours that a course awards, or that a certificate awarded. */
export type ContactHours = {
  approver: string
  statement: string
  provider: string
  /** 60 minutes are 1.0; in tenths, rounded down. */
  hours: number
  needsLicense: boolean
}

/** The number of a license as it was given, kept with contact hours: { state: 'CA', profession: 'RN', number: '95012345' }. */
export type LicenseSnapshot = { state: string; profession: string; number: string }

const normalizeWords = (text: string) => ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `

/** The statement, and the number of the provider behind it where it does not name it itself. */
export function formatStatement({ statement, provider }: Pick<ContactHours, 'statement' | 'provider'>): string {
  return normalizeWords(statement).includes(normalizeWords(provider))
    ? statement
    : `${statement} Provider number ${provider}.`
}

/** Rounded down to a tenth, as approvers want it: 1.99 is 1.9. */
export function roundDownToTenth(hours: number): number {
  // 1.1 * 10 is a hair more than 11, and 2.3 * 10 a hair less than 23.
  return Math.floor(Number((hours * 10).toFixed(6))) / 10
}

/** As they are printed: '1.0', '12.5'. */
export function formatHours(hours: number): string {
  return `${hours.toFixed(1)} contact ${hours === 1 ? 'hour' : 'hours'}`
}

/** The contact hours that a course awards to who earns its certificate on this day; null unless its approval is whole and holds on it. */
export function getContactHours(approval: Approval | null, day: string): ContactHours | null {
  if (!approval || listMissingFields(approval).length > 0) return null
  const { approver, statement, provider, validFrom, validUntil, needsLicense } = approval
  if (day < validFrom || day > validUntil) return null
  return { approver, statement, provider, hours: roundDownToTenth(Number(approval.hours)), needsLicense }
}

const REQUIRED_FIELDS = {
  approver: 'the approver',
  statement: 'its exact statement',
  provider: 'the provider number',
  hours: 'the hours',
  validFrom: 'the first day',
  validUntil: 'the last day',
} as const

/** What an approval still lacks, in words. */
export function listMissingFields(approval: Approval): string[] {
  const words = Object.entries(REQUIRED_FIELDS).flatMap(([part, called]) =>
    approval[part as keyof typeof REQUIRED_FIELDS].trim() === '' ? [called] : [],
  )
  return approval.hours.trim() !== '' && roundDownToTenth(Number(approval.hours)) === 0
    ? [...words, REQUIRED_FIELDS.hours]
    : words
}

/** Contact hours that a sentence names with a figure ('approved for 1.2 nursing contact hours'): [1.2]. */
export function findHoursInText(sentence: string): number[] {
  return [...sentence.matchAll(/(?<![\d.])(\d{1,3}(?:\.\d+)?)\s+(?:[a-z]+\s+){0,2}contact\s+hours?\b/gi)].map(
    ([, figure]) => Number(figure),
  )
}
