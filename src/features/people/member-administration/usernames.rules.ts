const MAX_USERNAME_STEM = 20

/**
 * Returns possible usernames for this email address: the part before the `@`, alone or with a number. The first one
 * that is available is used.
 */
export function suggestUsernames(email: string): string[] {
  const stem = (email.split('@')[0] ?? '').replaceAll(/[^a-z0-9._-]/gi, '').slice(0, MAX_USERNAME_STEM)
  const base = stem.length >= 3 ? stem : `${stem}member`
  const numbers = [2, 3, 4, 5, 6, 7, 8, 9].map(String)
  // The last one is for names that many people have. It ends with a hash of the email address.
  return ['', ...numbers, `-${hashEmail(email.toLowerCase())}`].map((end) => `${base}${end}`)
}

function hashEmail(email: string): string {
  return [...email].reduce((sign, char) => (sign * 31 + (char.codePointAt(0) ?? 0)) >>> 0, 7).toString(36)
}
