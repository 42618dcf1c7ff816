import type { RateLimit } from '#shared/rate-limit.ts'
import { tidyLine } from '#shared/tidy-text.ts'
import { normalizeText } from '#shared/normalize-text.ts'

export const CODE_PERIOD_SECONDS = 30
export const CODE_DIGITS = 6
export const SECRET_BYTES = 20

export const RECOVERY_CODES = 10
/** The length of a recovery code in bytes. These are 120 random bits, or 24 letters and digits. */
export const RECOVERY_CODE_BYTES = 15

export const MAX_PASSKEYS = 20
/** How many challenges of a member can be pending. No one answers more than this within five minutes. */
export const MAX_CHALLENGES = 20
export const CHALLENGE_LIFETIME_MS = 5 * 60_000
/** The algorithms of authenticators: Ed25519, ES256, and RS256. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

// Anyone can request a passkey login, and a whole hospital may share one IP address.
export const PASSKEYS_PER_ADDRESS: RateLimit = { what: 'passkey-address', hits: 300, windowMs: 60 * 60_000 }

export const WRONG_CODE = 'That code is incorrect or was already used. Enter the current code from your app.'
export const PASSKEY_FAILED = 'We couldn’t verify that passkey. Try again, or use another method.'
export const PASSKEYS_UNAVAILABLE = 'Passkeys need a domain name, not an IP address. Use an authenticator app.'

/** Methods for the second factor, which is required in addition to the password. */
export type TwoFactorMethod = 'code' | 'passkey' | 'recovery_code'

/** The changes of factors. Each has an email text of its own. */
export const TWO_FACTOR_CHANGES = [
  'code_set_up',
  'code_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'all_reset',
] as const

export type TwoFactorChange = (typeof TWO_FACTOR_CHANGES)[number]

/** Splits a key into groups of four (`abcd efgh`), so that it is easier to read and type. */
export function groupCharacters(text: string, between = ' '): string {
  return (text.match(/.{1,4}/g) ?? []).join(between)
}

/**
 * Returns the digits of a code from an app as it was typed. Removes separators, and converts digits of other scripts.
 * Returns undefined for anything else.
 */
export function normalizeCode(typed: string): string | undefined {
  const digits = withAsciiDigits(typed).replaceAll(/[\s\p{Z}\p{Pd}\p{C}\p{DI}._·‧]/gu, '')
  return new RegExp(`^[0-9]{${CODE_DIGITS}}$`).test(digits) ? digits : undefined
}

/** Returns a typed recovery code in the form in which it is stored: only its letters and digits. */
export function normalizeRecoveryCode(typed: string): string {
  return withAsciiDigits(typed)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
}

/** Converts full-width letters, and digits of all scripts, to ASCII. */
function withAsciiDigits(typed: string): string {
  return normalizeText(typed.toWellFormed(), 'NFKC').replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

/**
 * Returns the value of a digit in any script. In Unicode, the ten digits of a script are next to each other, from zero
 * to nine.
 */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}

/**
 * Returns a name without colons. Apps split the label at its colon, so neither the academy's name nor the username may
 * have one.
 */
export function formatAppLabel(name: string): string {
  // If the name were longer, phones could not read the QR code.
  const label = [...tidyLine(name).replaceAll(/[\p{Z}:：﹕︓꞉∶]+/gu, ' ')].slice(0, 60).join('').trim()
  return label === '' ? 'Academy' : label
}
