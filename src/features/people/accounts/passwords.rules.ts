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
 * Whether this is one of the passwords that attackers try first: a common password or a variation of one, the user's
 * own name, or a sequence of keys.
 */
export function isGuessable(password: string, { username, email }: { username: string; email: string }): boolean {
  const typed = password.normalize('NFKC').trim().toLowerCase()
  // `letmeinletmein` is as easy to guess as `letmein`, so repetitions are removed.
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

/** Replaces digits and symbols that look like letters: `p@ssw0rd` becomes `password`. */
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

/** Whether a word only repeats up to four characters: `aaaaaaaa`, `abababab`, `abcabcabc`, `12341234`. */
function isRepeated(word: string): boolean {
  return /^(.{1,4}?)\1+.{0,2}$/su.test(word)
}

/** Whether a word is a sequence (`12345678`, `hgfedcba`, `qwertyui`) or consists of two sequences. */
function isSequence(word: string): boolean {
  const isPart = (part: string) => part.length >= 3 && RUNS.some((run) => run.includes(part))
  if (isPart(word)) return true
  return [...word].some((_, at) => isPart(word.slice(0, at)) && isPart(word.slice(at)))
}
