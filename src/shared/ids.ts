import { normalizeText } from './normalize-text.ts'

const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MAX_SLUG_LENGTH = 100

/**
 * Whether this can be the slug of a product or lecture, which consists of lowercase words joined by hyphens and has at
 * most 100 characters.
 */
export function isSlug(id: string): boolean {
  return id.length <= MAX_SLUG_LENGTH && SLUG_PATTERN.test(id)
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(id: string): boolean {
  return UUID_PATTERN.test(id)
}

/** Turns a title into a slug: `What a DME Is, Really?` becomes `what-a-dme-is-really`. */
export function toSlug(title: string): string {
  return normalizeText(title, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
