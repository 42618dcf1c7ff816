/** The text in a card field, grouped as on a card, with the position of the caret. */
export type CardInput = { text: string; caret: number }

/** Changes `42424242` to `4242 4242`. American Express cards have groups of 4, 6, and 5 digits. */
export function formatCardNumber(typed: string, caret: number): CardInput {
  const digits = extractDigits(typed, 19)
  const groups = /^3[47]/.test(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3]
  return toCardInput(groupDigits(digits, groups, ' '), extractDigits(typed.slice(0, caret), 19).length)
}

/** Changes `1230` to `12 / 30`. Adds the zero to a month that can have only one digit: `4` becomes `04`. */
export function formatExpiry(typed: string, caret: number): CardInput {
  const padded = /^[2-9]$/.test(typed.trim()) ? `0${typed.trim()}` : typed
  const digits = extractDigits(padded, 4)
  const before = padded === typed ? extractDigits(typed.slice(0, caret), 4).length : digits.length
  return toCardInput(groupDigits(digits, [2, 2], ' / '), before)
}

export function formatSecurityCode(typed: string, caret: number): CardInput {
  return toCardInput(extractDigits(typed, 4), extractDigits(typed.slice(0, caret), 4).length)
}

/** Splits `12 / 30` into the month and the year, as the card provider expects them. */
export function parseExpiry(text: string): { month: string; year: string } {
  const [month = '', year = ''] = text.split('/').map((part) => part.trim())
  return { month, year }
}

function extractDigits(text: string, maxDigits: number): string {
  return text.replaceAll(/\D/g, '').slice(0, maxDigits)
}

function groupDigits(digits: string, sizes: number[], separator: string): string {
  const groups: string[] = []
  let start = 0
  for (const size of sizes) {
    if (start < digits.length) groups.push(digits.slice(start, start + size))
    start += size
  }
  return groups.join(separator)
}

/** Returns the new text with the caret after the same digit. */
function toCardInput(text: string, digitsBefore: number): CardInput {
  let caret = 0
  for (let seen = 0; caret < text.length && seen < digitsBefore; caret++) {
    if (/\d/.test(text.charAt(caret))) seen++
  }
  return { text, caret }
}
