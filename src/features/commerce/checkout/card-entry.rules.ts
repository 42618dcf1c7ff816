/** What is typed into a card field, in the groups that are printed on a card. */
export type Entry = { text: string; caret: number }

/** `42424242` → `4242 4242`; American Express prints 4, 6 and 5 digits. */
export function enterCardNumber(typed: string, caret: number): Entry {
  const digits = digitsOf(typed, 19)
  const groups = /^3[47]/.test(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3]
  return entryOf(grouped(digits, groups, ' '), digitsOf(typed.slice(0, caret), 19).length)
}

/** `1230` → `12 / 30`. A month that can only be one digit gets its zero: `4` → `04`. */
export function enterExpiry(typed: string, caret: number): Entry {
  const padded = /^[2-9]$/.test(typed.trim()) ? `0${typed.trim()}` : typed
  const digits = digitsOf(padded, 4)
  const before = padded === typed ? digitsOf(typed.slice(0, caret), 4).length : digits.length
  return entryOf(grouped(digits, [2, 2], ' / '), before)
}

export function enterSecurityCode(typed: string, caret: number): Entry {
  return entryOf(digitsOf(typed, 4), digitsOf(typed.slice(0, caret), 4).length)
}

/** `12 / 30` → month and year as the card provider takes them. */
export function expiryParts(text: string): { month: string; year: string } {
  const [month = '', year = ''] = text.split('/').map((part) => part.trim())
  return { month, year }
}

function digitsOf(text: string, atMost: number): string {
  return text.replaceAll(/\D/g, '').slice(0, atMost)
}

function grouped(digits: string, sizes: number[], separator: string): string {
  const groups: string[] = []
  let start = 0
  for (const size of sizes) {
    if (start < digits.length) groups.push(digits.slice(start, start + size))
    start += size
  }
  return groups.join(separator)
}

/** The caret stays behind the digit after which it was. */
function entryOf(text: string, digitsBefore: number): Entry {
  let caret = 0
  for (let seen = 0; caret < text.length && seen < digitsBefore; caret++) {
    if (/\d/.test(text.charAt(caret))) seen++
  }
  return { text, caret }
}
