import { z } from 'zod'

/**
 * What a restore must not bring back: a session that was ended since would open again, a used token could be used again.
 * So everybody signs in anew. New tables are backed up unless they are named here.
 */
export const LEFT_OUT = ['account_tokens', 'sessions', 'throttles']

const Sum = z.object({ rows: z.number(), sum: z.string() })

/** The entries of a backup, in the order in which they come. */
export const ENTRY = {
  head: 'academy.json',
  /** `tables/NAME/000001.jsonl.gz`: rows as JSON, one a line. */
  tables: 'tables/',
  sums: 'tables.json',
  /** `files/ab/ab34…` */
  files: 'files/',
  end: 'end.json',
} as const

export const Head = z.object({ form: z.literal(1), madeAt: z.string(), migrations: z.array(z.string()) })

export const Sums = z.object({ tables: z.record(z.string(), Sum), counters: z.record(z.string(), z.string()) })
export type Sums = z.infer<typeof Sums>

/** `missing`: files that the academy named and did not have when it was backed up. */
export const End = z.object({ files: z.number(), bytes: z.number(), missing: z.array(z.string()) })
