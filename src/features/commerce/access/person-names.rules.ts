import { isCredentialList } from '#shared/credentials.ts'
import { looksLikeTitle } from '#shared/titles.ts'

/** Nursing credentials and degrees. A name such as “Amy” must not count as one. */
const CREDENTIAL =
  /^(?:RN|LPN|LVN|AP?RNP?|[CFA]?NP|AGNP|PMHNP|DNP|CRNA|CN[MS]|[ABM]SN|ADN|BS|MS|Ph\.?D|JD|MD|PA|C?LNCC?|CCRN|CEN|CNOR|OCN|RNC|MBA|MPH|MHA|[A-Z]{2,5}-(?:BC|C))\.?$/i
/** These are also states, and “Ms.” */
const STATE_OR_CREDENTIAL = /^(?:MD|MS|PA)[.]?$/i

const SUFFIX = /^(?:[js]r[.]?|i{2,3}|iv)$/i
const PARTICLE = /^(?:van|von|vom|zu|der|den|ter|ten|de|del|della|di|da|dos|das|du|la|le|el|al|bin|st[.]?|saint|mac)$/i
const HONORIFIC = /^(?:mrs?|ms|miss|dr|prof)[.]?$/i
const JOB = /\b(?:nurse|manager|director|consultant|supervisor|coordinator|attorney|paralegal|student|educator)\b/i

/** Only at the end of a name can an abbreviation be told from a name. */
const isDegree = (word: string) => looksLikeTitle(`NORA ${word}`)
const isKnownCredential = (word: string) => CREDENTIAL.test(word) || isDegree(word.replaceAll('®', ''))
const hasUppercase = (text: string) => /\p{Lu}/u.test(text)
const hasLowercase = (text: string) => /\p{Ll}/u.test(text)

/** Whether a cell has only credentials, and at least one that is not also a state. */
export function isCredentialCell(cell: string): boolean {
  const words = cell.split(/[\s,;/]+/).filter(Boolean)
  return words.every((word) => CREDENTIAL.test(word)) && words.some((word) => !STATE_OR_CREDENTIAL.test(word))
}

/** Whether a cell has a whole name: “Nora Nightingale, RN” or “Nightingale, Nora,” but not “Yes” or “The judge.” */
export function looksLikeFullName(cell: string): boolean {
  const words = (cell.split(/[,(]/)[0] ?? '').split(' ').filter(Boolean)
  const count = cell.includes(',') ? Math.max(2, words.length) : words.length
  return (
    count >= 2 &&
    count <= 5 &&
    !JOB.test(cell) &&
    words.every((word) => PARTICLE.test(word) || SUFFIX.test(word) || /^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(word))
  )
}

/** Longer texts are rejected as names anyway. */
const MAX_LENGTH = 300

/** Writes “RN BSN; ccm” as “RN, BSN, CCM.” */
export function separateCredentials(cell: string): string {
  const words = cell.split(/[\s,;/&+|]+/).filter(Boolean)
  const known = words.map((word) => (hasUppercase(word) ? word : /^phd$/i.test(word) ? 'PhD' : word.toUpperCase()))
  return known.every((word) => isKnownCredential(word)) ? known.join(', ') : cell
}

type NameAndCredentials = { name: string; credentials: string }

/**
 * Takes credentials off the end of a name: “Nora Nightingale RN, BSN,” “Lee (RN).” Leaves at least `minWords` words, because
 * “Ma” is a name, too.
 */
function splitCredentials(text: string, minWords = 1): NameAndCredentials {
  if (text.length > MAX_LENGTH) return { name: text, credentials: '' }
  const [, outside = text, inParentheses] = /^(.*?)\s*\(([^()]+)\)$/.exec(text) ?? []
  if (inParentheses !== undefined && isCredentialPart(inParentheses, outside)) {
    const { name, credentials } = splitCredentials(outside, minWords)
    return { name, credentials: joinCredentials(credentials, inParentheses) }
  }
  const [name = '', ...parts] = text.split(',').map((part) => part.trim())
  const from = parts.findIndex((part) => part !== '' && isCredentialPart(part, name))
  if (from !== -1) {
    const rest = splitCredentials([name, ...parts.slice(0, from)].join(', '), minWords)
    return { name: rest.name, credentials: joinCredentials(rest.credentials, ...parts.slice(from)) }
  }
  const words = text.split(' ')
  const start = words.findIndex(
    (word, index) =>
      index >= minWords &&
      isTrailingCredential(word, words.slice(0, index).join(' ')) &&
      words.slice(index).every((each) => isKnownCredential(each) || !hasLowercase(each)),
  )
  const end = start === -1 ? words.length : start
  return { name: words.slice(0, end).join(' '), credentials: joinCredentials(...words.slice(end)) }
}

const joinCredentials = (...parts: string[]) => parts.filter((part) => part !== '').join(', ')

/** “Nora Nightingale, CCM” ends in a credential, but “Nightingale, NORA” doesn't. */
function isCredentialPart(part: string, name: string): boolean {
  const words = part.split(/[\s,;/]+/)
  if (words.every((word) => isKnownCredential(word))) return true
  return name.includes(' ') && ((hasLowercase(name) && !hasLowercase(part) && isCredentialList(part)) || JOB.test(part))
}

function isTrailingCredential(word: string, name: string): boolean {
  if (isDegree(word)) return true
  return CREDENTIAL.test(word) && hasLowercase(name) && /\p{Lu}.*\p{Lu}/u.test(word)
}

type NameParts = { firstName: string; lastName: string; credentials: string }

/** Takes credentials off a first and a last name: “Nora” and “Nightingale, RN.” */
export function splitNameParts(first: string, last: string): NameParts {
  const [given, family] = [splitCredentials(first), splitCredentials(last)]
  return {
    firstName: given.name,
    lastName: family.name,
    credentials: joinCredentials(given.credentials, family.credentials),
  }
}

/**
 * Splits “Nora Nightingale, RN” and “Nightingale, Nora.” The last of several words is the last name, with a suffix such
 * as “Jr.” and what belongs to it, as in “de la Cruz.”
 */
export function splitFullName(text: string): NameParts {
  const { name: withTitle, credentials } = splitCredentials(text, 2)
  // What is in parentheses could be anything, so a person must decide.
  if (/[()]/.test(withTitle)) return { firstName: withTitle, lastName: '', credentials }
  const parts = withTitle.split(',').map((part) => part.trim())
  const suffixes = parts.slice(1).filter((part) => SUFFIX.test(part))
  const [last = '', first, ...others] = parts.filter((part, index) => index === 0 || !SUFFIX.test(part))
  if (first) {
    const cleaned = splitCredentials(withoutHonorific(first, 1))
    const family = splitCredentials(last)
    return {
      firstName: cleaned.name,
      lastName: [family.name, ...suffixes].join(' '),
      credentials: joinCredentials(cleaned.credentials, family.credentials, ...others, credentials),
    }
  }
  const words = [...withoutHonorific(last, 2).split(' '), ...suffixes]
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? 1 : 0
  let start = Math.max(1, words.length - 1 - suffix)
  while (start > 1 && PARTICLE.test(words[start - 1] ?? '')) start -= 1
  return { firstName: words.slice(0, start).join(' '), lastName: words.slice(start).join(' '), credentials }
}

/** Leaves out “Dr.” before a name of at least `minWords` words. */
function withoutHonorific(name: string, minWords: number): string {
  const [first = '', ...others] = name.split(' ')
  return HONORIFIC.test(first) && others.length >= minWords ? others.join(' ') : name
}
