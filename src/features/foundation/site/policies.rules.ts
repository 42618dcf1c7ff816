import { TERMS_DAY, TERMS_VERSION } from './site.rules.ts'

/** The terms that members agree to, and the privacy policy. */
export const POLICY_NAMES = ['terms', 'privacy'] as const
export type PolicyName = (typeof POLICY_NAMES)[number]

/** The effective date of the built-in Privacy Policy (privacy.md). */
const PRIVACY_DAY = '2026-11-27'

/** The default refund period in days after a purchase. */
export const REFUND_DAYS = 14

/**
 * The built-in texts, which apply until the operator provides others. The terms' `version` is stored with each member.
 */
export const DEFAULT_POLICIES: Readonly<Record<PolicyName, { version: string; day: string }>> = {
  terms: { version: TERMS_VERSION, day: TERMS_DAY },
  privacy: { version: PRIVACY_DAY, day: PRIVACY_DAY },
}

/** Returns the version of an academy's built-in text. The version of the terms depends on the refund period. */
export function getDefaultVersion(policy: PolicyName, refundDays: number): string {
  const { version } = DEFAULT_POLICIES[policy]
  return policy === 'privacy' || refundDays === REFUND_DAYS ? version : `${version}, refunds ${refundDays} days`
}

const CUSTOM_PREFIX = 'own-'

/**
 * Returns the version of an operator's text. It is the effective date, with a suffix if there are earlier texts from
 * that day.
 */
export function getCustomVersion(day: string, before: number): string {
  if (before === 0) return `${CUSTOM_PREFIX}${day}`
  return `${CUSTOM_PREFIX}${day}${before < ALPHABET_SIZE ? String.fromCharCode(CODE_OF_A + before) : `-${before + 1}`}`
}

const ALPHABET_SIZE = 26
const CODE_OF_A = 97

const PLACEHOLDER_NAMES = [
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

export function fillPlaceholders(markdown: string, values: PolicyValues): string {
  const known: Readonly<Record<string, string>> = values
  return markdown.replaceAll(PLACEHOLDER_PATTERN, (whole, name: string) => known[name] ?? whole)
}

/** Escapes a value so that Markdown shows it literally. */
export function escapeMarkdown(value: string): string {
  return value.replaceAll(/[\\`*_{}[\]()#+\-.!<>|~&]/g, String.raw`\$&`)
}

type PlaceholderProblem = { line: number; message: string }

/** Finds missing and unknown placeholders, with their lines. */
export function findUnfilledPlaceholders(markdown: string): PlaceholderProblem[] {
  const lines = markdown.split('\n')
  if (markdown.replaceAll(/^#[^\n]*$/gm, '').trim() === '')
    return [{ line: 1, message: 'is empty. Add text, or remove the file to use the built-in text' }]
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
          `${whole} is not a known placeholder. Known: ${PLACEHOLDER_NAMES.map((name) => `{${name}}`).join(', ')}`,
      ),
      ...brackets.map(([whole]) => `${whole} looks like a placeholder. Fill it in`),
    ].map((message) => ({ line: index + 1, message }))
  })
}
