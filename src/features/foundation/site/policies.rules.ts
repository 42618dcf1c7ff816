import { TERMS_DAY, TERMS_VERSION } from './site.rules.ts'

/** What visitors and members agree to, and what they are told of their data. */
export const POLICY_NAMES = ['terms', 'privacy'] as const
export type PolicyName = (typeof POLICY_NAMES)[number]

/** The day on which our text of the Privacy Policy (privacy.md) came into force. */
const PRIVACY_DAY = '2026-11-23'

/** How long after a purchase its buyer may ask for his money, unless the operator says something else. */
export const REFUND_DAYS = 14

/** Our own texts, until the operator has one: `version` as it is stored with members. */
export const DEFAULT_POLICIES: Readonly<Record<PolicyName, { version: string; day: string }>> = {
  terms: { version: TERMS_VERSION, day: TERMS_DAY },
  privacy: { version: PRIVACY_DAY, day: PRIVACY_DAY },
}

/** The version of our terms as an academy has them: other days are other terms. */
export function getDefaultVersion(policy: PolicyName, refundDays: number): string {
  const { version } = DEFAULT_POLICIES[policy]
  return policy === 'privacy' || refundDays === REFUND_DAYS ? version : `${version}, refunds ${refundDays} days`
}

const CUSTOM_PREFIX = 'own-'

/** The version of a text of the operator that comes into force on a day, after so many others on the same day. */
export function getCustomVersion(day: string, before: number): string {
  if (before === 0) return `${CUSTOM_PREFIX}${day}`
  return `${CUSTOM_PREFIX}${day}${before < ALPHABET_SIZE ? String.fromCharCode(CODE_OF_A + before) : `-${before + 1}`}`
}

const ALPHABET_SIZE = 26
const CODE_OF_A = 97

/** What may stand in braces in a text of a policy: `{name}`. */
export const PLACEHOLDER_NAMES = [
  'name',
  'email',
  'phone',
  'postal_address',
  'contact',
  'refund_days',
  'book_hosts',
  'kinds',
] as const

export type PolicyValues = Readonly<Record<(typeof PLACEHOLDER_NAMES)[number], string>>

const PLACEHOLDER_PATTERN = /\{([^{}\n]*)\}/g

/** The text with the operator's values in it; they are Markdown themselves. */
export function fillPlaceholders(markdown: string, values: PolicyValues): string {
  const known: Readonly<Record<string, string>> = values
  return markdown.replaceAll(PLACEHOLDER_PATTERN, (whole, name: string) => known[name] ?? whole)
}

/** A value as Markdown that shows it as it is. */
export function escapeMarkdown(value: string): string {
  return value.replaceAll(/[\\`*_{}[\]()#+\-.!<>|~&]/g, String.raw`\$&`)
}

type PlaceholderProblem = { line: number; message: string }

/** What is missing in a text, or was never filled in, by line. */
export function findUnfilledPlaceholders(markdown: string): PlaceholderProblem[] {
  const lines = markdown.split('\n')
  if (markdown.replaceAll(/^#[^\n]*$/gm, '').trim() === '')
    return [{ line: 1, message: 'is empty: write the text, or take the file away for the built-in one' }]
  const defined = new Set([...markdown.matchAll(/^ {0,3}\[([^\][\n]+)\]:/gm)].map(([, name]) => name?.toLowerCase()))
  return lines.flatMap((text, index) => {
    const braces = [...text.matchAll(PLACEHOLDER_PATTERN)].filter(
      ([, name]) => !PLACEHOLDER_NAMES.some((known) => known === name),
    )
    const brackets = [...text.matchAll(/(?<![\]!\\])\[([^\][\n]+)\](?![([:])/g)].filter(
      ([, name = '']) => !/^[ xX]$/.test(name) && !defined.has(name.toLowerCase()),
    )
    return [
      ...braces.map(
        ([whole]) =>
          `${whole} is no value that is known here: ${PLACEHOLDER_NAMES.map((name) => `{${name}}`).join(', ')}`,
      ),
      ...brackets.map(([whole]) => `${whole} looks like a place that was to be filled in: write what is meant there`),
    ].map((message) => ({ line: index + 1, message }))
  })
}
