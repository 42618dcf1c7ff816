import { commonPasswords, commonWords } from './common-passwords.rules.ts'

const SEQUENCES = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabc',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujmikolp',
]
const RUNS = SEQUENCES.flatMap((run) => [run, [...run].toReversed().join('')])

/**
 * Whether the password is among those that attackers try first: common passwords and their variations, the user's own
 * names, and keyboard sequences.
 */
export function isGuessable(password: string, { username, email }: { username: string; email: string }): boolean {
  const typed = password.normalize('NFKC').trim().toLowerCase()
  // `letmeinletmein` is as easy to guess as `letmein`.
  const word = typed.replace(/^(.{5,64}?)\1+$/su, '$1')
  const stem = word.replace(/[^a-z]{1,6}$/, '')
  return (
    [typed, unleet(typed), word, unleet(word)].some((form) => commonPasswords.has(form)) ||
    [stem, unleet(stem)].some((form) => commonWords.has(form)) ||
    [word, unleet(word), stem, unleet(stem)].some((form) => isOwnName(form, username, email)) ||
    isRepeated(typed) ||
    isSequence(word)
  )
}

/** `p@ssw0rd` → `password`. */
function unleet(word: string): string {
  const substitutes: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  }
  return word.replace(/[013457@$!]/g, (sign) => substitutes[sign] ?? sign)
}

function isOwnName(word: string, username: string, email: string): boolean {
  const [mailbox = ''] = email.split('@')
  return [username, email, mailbox].some((name) => name.length >= 3 && name.toLowerCase() === word)
}

/** `aaaaaaaa`, `abababab`, `abcabcabc`, `12341234`. */
function isRepeated(word: string): boolean {
  return /^(.{1,4}?)\1+.{0,2}$/su.test(word)
}

/** `12345678`, `hgfedcba`, `qwertyui`, or two such runs together. */
function isSequence(word: string): boolean {
  const isPart = (part: string) => part.length >= 3 && RUNS.some((run) => run.includes(part))
  if (isPart(word)) return true
  return [...word].some((_, at) => isPart(word.slice(0, at)) && isPart(word.slice(at)))
}
