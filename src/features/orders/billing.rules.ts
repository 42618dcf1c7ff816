import { unprintableLetters } from '#platform/lettering.ts'

export type BillingDetails = { company: string; address: string; taxNumber: string }

export const NO_DETAILS: BillingDetails = { company: '', address: '', taxNumber: '' }

const MOST_LINES = 6
const LONGEST = { company: 120, address: 360, tax_number: 60 }

type Typed = { company: string; address: string; tax_number: string }

/** The details as they are kept, or by field what can't be printed as it was typed. */
export function billingDetailsOf(typed: Typed): BillingDetails | { problems: Record<string, string[]> } {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const lines = typed.address
    .split(/\r\n|[\r\n]/)
    .map(oneLine)
    .filter((line) => line !== '')
  const clean = {
    company: oneLine(typed.company),
    address: lines.join('\n'),
    tax_number: oneLine(typed.tax_number),
  }
  const problems = Object.entries(clean).flatMap(([field, text]): [string, string[]][] => {
    const most = LONGEST[field as keyof Typed]
    // The first line, whoever stands there, is set as a name.
    const missing = unprintableLetters(text.replaceAll('\n', ' '), field === 'company' ? 'serif' : 'sans')
    const messages = [
      ...(text.length > most ? [`Please use at most ${most} characters.`] : []),
      ...(field === 'address' && lines.length > MOST_LINES ? [`Please use at most ${MOST_LINES} lines.`] : []),
      ...(missing.length > 0
        ? [`The invoice can't print ${missing.join(' ')}. Please use Latin, Greek or Cyrillic letters.`]
        : []),
    ]
    return messages.length > 0 ? [[field, messages]] : []
  })
  if (problems.length > 0) return { problems: Object.fromEntries(problems) }
  return { company: clean.company, address: clean.address, taxNumber: clean.tax_number }
}
