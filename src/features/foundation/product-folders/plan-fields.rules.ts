import type { z } from 'zod'
import { toSlug } from '#shared/ids.ts'
import type { PlanFinding } from './draft-plans.contract.ts'

// A plan of the studio is held against the same schemas as a folder, so that there is one idea of what a product needs.

/** Gathers what must be mended in a plan before it can be published. */
export class PlanValidator {
  readonly findings: PlanFinding[] = []
  private readonly told = new Set<string>()

  /** What the schema makes of a part of the plan; undefined where it finds something, which is told below `at`. */
  read<Schema extends z.ZodType>(schema: Schema, part: unknown, at: readonly string[]): z.output<Schema> | undefined {
    const { data, error } = schema.safeParse(part)
    for (const { path, message } of error?.issues ?? []) this.tell([...at, ...path.map(String)], message)
    return data
  }

  /** Once at each place: the first is what must be mended first. */
  tell(at: readonly string[], message: string): void {
    const place = at.join('/')
    if (this.told.has(place)) return
    this.told.add(place)
    this.findings.push({ at: [...at], message: toSentence(message) })
  }

  /** What must be there. */
  demand(value: string, at: readonly string[]): void {
    if (value.trim() === '') this.tell(at, EMPTY)
  }
}

const EMPTY = 'must not be empty'

/** 'must be at most 300 characters' → 'Must be at most 300 characters.' */
function toSentence(message: string): string {
  if (message === EMPTY) return 'Please fill this in.'
  const begun = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

/** The address that is written, or one made of the name. */
export function resolveAddress({ address, name }: { address: string; name: string }): string {
  return address.trim() === ''
    ? toSlug(name)
        .slice(0, 100)
        .replace(/(?<!-)-+$/, '')
    : address.trim()
}
