// The registration page loads these rules, so they use the smaller `zod/mini`.
import * as z from 'zod/mini'
import { isCredentialList, tidyCredentials } from '#shared/credentials.ts'
import { cleanLogin, cleanUsername } from '#shared/login-name.ts'
import { normalizePunctuation } from '#shared/normalize-punctuation.ts'
import { removeGenerationSuffix } from '#shared/printed-name.ts'
import { looksLikeTitle } from '#shared/titles.ts'
import { normalizeText } from '#shared/normalize-text.ts'

export const EMAIL_PATTERN = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9.-]+\.[a-z]{2,4}$/i
export const MAX_EMAIL_LENGTH = 254
const USERNAME_PATTERN = /^[a-z0-9._-]+$/i
const MAX_NAME_LENGTH = 100
export const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 128
export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters`

/** Line breaks and control characters are rejected, because they would be printed in emails and on certificates. */
const isOneLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

/**
 * Matches invisible joiners between letters. Scripts such as Persian and Indic ones need them. Elsewhere, they only
 * make different names look the same.
 */
const JOINER = /(?<=[\p{L}\p{M}])(?<![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\u200C\u200D](?=\p{L})/gu

/** Whether a text has no invisible characters and none that change the visible order. */
const isVisible = (text: string) => !/[\p{Cf}\p{Co}\p{Cs}\p{DI}\u2800]/u.test(text.replaceAll(JOINER, ''))

/** Replaces characters with those that they look like: `․` (U+2024) becomes a dot, and `（` becomes a parenthesis. */
const normalizeVisibleText = (text: string) => normalizeText(text, 'NFKC')

/**
 * Whether a text has nothing that email clients would turn into a link. In `St. John`, the space after the dot prevents
 * that.
 */
const hasNoUrl = (text: string) =>
  !/[@/\\]|:\S|[\p{L}\p{N}][.。．｡]\p{L}\p{L}|^www\b/iu.test(normalizeVisibleText(text))

/**
 * Matches letters and marks of all scripts, and the punctuation in names: apostrophes, hyphens, dots, and signs from
 * Catalan, Japanese, Tibetan, and Ethiopic. Commas, numbers, parentheses, and characters like them are not allowed,
 * because what follows them is not a name.
 */
const NAME_CHARACTERS = /^[\p{L}\p{M}\p{Nl}\p{Join_C} '’‘`.·・=‐‑–゠־֊׳״་፡-]*$/u

/**
 * Matches a hyphen next to a space, which is a dash, and a dot with no letter before it, which is not part of an
 * abbreviation.
 */
const LOOSE_PUNCTUATION = /(?<![\p{L}\p{M}.])[.·・=‐‑–゠־֊-]|[·・=‐‑–゠־֊-](?![\p{L}\p{M}])/u

/** Matches Lisu tone letters, which look like commas and colons, except after Lisu letters. */
const MISPLACED_TONE = /(?<!\p{sc=Lisu})[\uA4F8-\uA4FD]/u

const isPlainName = (text: string) => {
  const name = removeGenerationSuffix(normalizeVisibleText(text))
  return NAME_CHARACTERS.test(name) && !LOOSE_PUNCTUATION.test(name) && !MISPLACED_TONE.test(name)
}

/** Whether no letter has so many marks that they overlap the adjacent lines. No script needs this many. */
const hasNoStackedMarks = (text: string) => !/[\p{Mn}\p{Me}]{5}/u.test(text)

type Rule = [isRight: (text: string) => boolean, message: string]

/**
 * Reports only the first rule that a text violates. Doesn't abort the other checks, because that would suppress the
 * form's own rules.
 */
function checkFirstViolation(rules: Rule[]) {
  return z.superRefine<string>((text, context) => {
    const broken = rules.find(([isRight]) => !isRight(text))
    if (broken) context.addIssue({ code: 'custom', message: broken[1] })
  })
}

const Name = z.string().check(
  z.overwrite(normalizePunctuation),
  checkFirstViolation([
    [(text) => text.length <= MAX_NAME_LENGTH, `Please use at most ${MAX_NAME_LENGTH} characters.`],
    [isOneLine, 'Please keep this on one line.'],
    [isVisible, 'This has an invisible character. Please type it again.'],
    [hasNoUrl, 'Leave out web and email addresses. If the name has a period, type a space after it.'],
    [isPlainName, 'Enter only the name, in letters. After a comma, only a suffix such as Jr., Sr., or III is allowed.'],
    [hasNoStackedMarks, 'One letter has too many accent marks. Please type it again.'],
  ]),
)

const CredentialsAfterName = z.string().check(
  z.overwrite((text) => normalizeText(text, 'NFC')),
  z.overwrite(tidyCredentials),
  z.refine(isCredentialList, 'Enter only abbreviations, up to 10, separated by commas. For example: RN, BSN, FNP-BC.'),
)

export const Email = z.string().check(
  z.overwrite(cleanLogin),
  checkFirstViolation([
    [(text) => text !== '', 'Email is required'],
    [(text) => text.length <= MAX_EMAIL_LENGTH, `Email must be at most ${MAX_EMAIL_LENGTH} characters`],
    [(text) => EMAIL_PATTERN.test(text), 'Enter a valid email address'],
  ]),
)

export const Username = z.string().check(
  z.overwrite(cleanUsername),
  checkFirstViolation([
    [(text) => text !== '', 'Username is required'],
    [(text) => text.length >= 3, 'Username must be at least 3 characters'],
    [(text) => text.length <= 30, 'Username must be at most 30 characters'],
    [
      (text) => USERNAME_PATTERN.test(text),
      'Username can contain only letters, digits, periods, underscores, and hyphens',
    ],
  ]),
)

/** Counts code points, not UTF-16 code units. */
const countCharacters = (text: string) => [...text].length

export const Password = z.string().check(
  checkFirstViolation([
    [(text) => text !== '', 'Password is required'],
    [(text) => countCharacters(text) >= MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT],
    [
      (text) => countCharacters(text) <= MAX_PASSWORD_LENGTH,
      `Password must be at most ${MAX_PASSWORD_LENGTH} characters`,
    ],
  ]),
)

const ConfirmPassword = z.string().check(z.minLength(1, 'Confirm password is required'))

type PasswordPair = { password: string; confirm_password: string }

const passwordsMatch = ({ password, confirm_password }: PasswordPair) =>
  confirm_password === '' || password === confirm_password
// This is checked even if other fields are invalid, so that all errors appear at once.
const mismatch = { path: ['confirm_password'], error: 'Passwords do not match', when: () => true }

/** This is optional, because some clients send only the fields in the specification. An unchecked box is rejected. */
const AcceptTerms = z
  .optional(z.boolean())
  .check(z.refine((isAccepted) => isAccepted !== false, 'Please accept the terms to create an account.'))

export const RegistrationForm = z
  .object({
    first_name: Name,
    last_name: Name,
    email: Email,
    username: Username,
    password: Password,
    confirm_password: ConfirmPassword,
    accept_terms: AcceptTerms,
  })
  .check(z.refine(passwordsMatch, mismatch))

export type RegistrationForm = z.infer<typeof RegistrationForm>

export const NewPasswordForm = z
  .object({ password: Password, confirm_password: ConfirmPassword })
  .check(z.refine(passwordsMatch, mismatch))

export type NewPasswordForm = z.infer<typeof NewPasswordForm>

/** Whether a name has at least one letter. If a name had only invisible characters, the certificate would show none. */
const isAlphabetic = (text: string) => /\p{L}/u.test(text)

type FullName = { first_name: string; last_name: string }

const withoutTitle = (path: keyof FullName, isMeant: (name: FullName) => boolean) =>
  z.refine<FullName>(
    (name) => {
      const text = `${name.first_name} ${name.last_name}`
      // If the name is longer than this, its own field already has an error.
      return !isMeant(name) || text.length > 2 * MAX_NAME_LENGTH + 1 || !looksLikeTitle(normalizeVisibleText(text))
    },
    {
      path: [path],
      error:
        'This looks like a title or a credential. Leave out titles (such as “Dr.”), and enter credentials in the field for credentials. If it’s part of the name, capitalize only its first letter.',
      when: () => true,
    },
  )

/**
 * The first and last name are checked together, because they are printed together. The error belongs to the last name
 * or, if there is none, to the first name.
 */
const NO_TITLE_CHECKS = [
  withoutTitle('last_name', ({ last_name }) => last_name.trim() !== ''),
  withoutTitle('first_name', ({ last_name }) => last_name.trim() === ''),
] as const

/** The name for certificates. In some cultures, a full name is a single word. */
export const NameForm = z
  .object({ first_name: Name, last_name: Name, credentials_after_name: CredentialsAfterName })
  .check(
    z.refine(({ first_name, last_name }) => isAlphabetic(first_name + last_name), {
      path: ['first_name'],
      error: 'Please enter your name.',
      when: () => true,
    }),
    ...NO_TITLE_CHECKS,
  )

/** Credentials without a name, which the member enters later. */
export const CredentialsForm = z.object({ credentials_after_name: CredentialsAfterName })

type StoredName = { firstName: string; lastName: string; credentialsAfterName: string }

/** Says why the member's name can't be on a certificate. Returns undefined if it can. */
export function validateStoredName({ firstName, lastName, credentialsAfterName }: StoredName): string | undefined {
  const name = { first_name: firstName, last_name: lastName, credentials_after_name: credentialsAfterName }
  return NameForm.safeParse(name).error?.issues[0]?.message
}

export function groupMessagesByField({ issues }: z.core.$ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of issues) {
    const name = path.join('.')
    fields[name] = [...(fields[name] ?? []), message]
  }
  return fields
}
