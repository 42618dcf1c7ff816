import type { z } from 'zod'
import { toSlug } from '#shared/ids.ts'
import { parseCents } from '#shared/money.ts'
import type { PlanFields, PlanFinding } from './draft-plans.contract.ts'

// Validates a plan with the same schemas as a folder, so that a product's rules are defined only once.

export class PlanValidator {
  readonly findings: PlanFinding[] = []
  private readonly reported = new Set<string>()

  /** Parses a part of the plan. If it is invalid, adds findings below `at` and returns undefined. */
  read<Schema extends z.ZodType>(schema: Schema, part: unknown, at: readonly string[]): z.output<Schema> | undefined {
    const { data, error } = schema.safeParse(part)
    for (const { path, message } of error?.issues ?? []) this.addError([...at, ...path.map(String)], message)
    return data
  }

  /** Reports only the first error for each path, because that one should be fixed first. */
  addError(at: readonly string[], message: string): void {
    const place = at.join('/')
    if (this.reported.has(place)) return
    this.reported.add(place)
    this.findings.push({ at: [...at], message: toSentence(message) })
  }

  demand(value: string, at: readonly string[]): void {
    if (value.trim() === '') this.addError(at, EMPTY)
  }
}

const EMPTY = 'must not be empty'

/** Changes 'must be at most 300 characters' to 'Must be at most 300 characters.' */
function toSentence(message: string): string {
  if (message === EMPTY) return 'This is required.'
  const begun = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

/** Returns the slug that was typed. If none was typed, returns a slug made from the name. */
export function resolveAddress({ address, name }: { address: string; name: string }): string {
  return address.trim() === ''
    ? toSlug(name)
        .slice(0, 100)
        .replace(/(?<!-)-+$/, '')
    : address.trim()
}

export const nameOrUntitled = (name: string) => name.trim() || 'Untitled'

/** Converts what all kinds have in common to what publishing the plan would store. Pictures are not public yet. */
export function toPreviewedProduct(plan: PlanFields) {
  return {
    slug: resolveAddress(plan),
    title: nameOrUntitled(plan.name),
    shortDescription: plan.short.trim(),
    fullDescription: plan.description.trim(),
    priceCents: parseCents(plan.price) ?? 0,
    currency: 'usd',
    images: [],
    isPurchased: false,
    isDisputed: false,
  }
}

/** The price on a preview's page is empty if the plan has none. */
export function withPlanPrice<Detail extends { price: string }>(detail: Detail, { price }: PlanFields): Detail {
  return parseCents(price) === undefined ? { ...detail, price: '' } : detail
}
