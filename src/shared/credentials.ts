import { normalizeHyphens } from './normalize-punctuation.ts'

const MAX_CREDENTIALS = 10
const MAX_CREDENTIAL_LENGTH = 10

/** Splits the credentials after a name. `RN,BSN` has two. */
function splitAbbreviations(text: string): string[] {
  return normalizeHyphens(text)
    .split(/[,，‚]/)
    .map((each) => each.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
}

/** Changes `RN,BSN ` to `RN, BSN`. */
export function tidyCredentials(text: string): string {
  return splitAbbreviations(text).join(', ')
}

/**
 * Whether the text is a short list of abbreviations, such as `RN, BSN, FNP-BC, PhD`. This keeps sentences from being
 * printed after names.
 */
export function isCredentialList(text: string): boolean {
  const all = splitAbbreviations(text)
  return all.length <= MAX_CREDENTIALS && all.every(isAbbreviation)
}

function isAbbreviation(text: string): boolean {
  if (text.length > MAX_CREDENTIAL_LENGTH || !/^\p{L}[\p{L}.\- ]*$/u.test(text)) return false
  // Allows `M.Ed` and `B.Sc.N`, but not a web address.
  if (/\.(?!\p{L}(?!\p{L})|\p{Lu}\p{Ll}(?!\p{L}))\p{L}|\p{L}{2}\.\p{Lu}\p{Ll}/u.test(text)) return false
  // Allows `Esq.` and `M.Ed`, but not `now`, `of`, or `a.b`. Lowercase text needs a dot after each letter: `к.м.н.`
  const parts = text.split(/[.\- ]+/).filter(Boolean)
  if (!/^(?:\p{Ll}\.)+$/u.test(text) && parts.some((part) => /^\p{Ll}+$/u.test(part))) return false
  // Allows `ANP BC` and `Dipl. Ing.`, but not `Call Now`.
  const words = text.split(' ')
  if (words.length > 1 && words.some((word) => /^\p{Lu}\p{Ll}+$/u.test(word))) return false
  // Allows `PharmD`, but not `Pharmacist`.
  return parts.every((part) => part.length <= 4 || (part.match(/\p{Lu}/gu) ?? []).length >= 2)
}
