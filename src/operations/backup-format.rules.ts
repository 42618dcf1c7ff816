import { z } from 'zod'

/**
 * Tables that must not be restored: ended sessions would become active again, and used tokens could be reused. After a
 * restore, everyone logs in again, and alerts are raised again. New tables are backed up unless they are listed here.
 */
export const EXCLUDED_TABLES = [
  'account_tokens',
  'alerts',
  'email_changes',
  'passkey_challenges',
  'restores',
  'session_links',
  'sessions',
  'throttles',
]

/**
 * The maximum size of a row as JSON, and of an entry's rows before compression. The academy never writes larger ones.
 */
export const MAX_ROW_BYTES = 32 * 1024 * 1024
export const MAX_PART_BYTES = 512 * 1024 * 1024

const TableChecksumSchema = z.object({ rows: z.int().nonnegative(), sum: z.string() })

export const ENTRY_NAMES = {
  head: 'academy.json',
  /** `tables/NAME/000001.jsonl.gz`: rows as JSON, one per line. */
  tables: 'tables/',
  sums: 'tables.json',
  /** `files/ab/ab34…` */
  files: 'files/',
  end: 'end.json',
} as const

export const BackupHeader = z.object({
  form: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
})

/** Names might appear in error messages, so they can't contain arbitrary characters. */
const Name = z.string().regex(/^[a-z][a-z0-9_.]*$/)

export const BackupChecksums = z.object({
  tables: z.record(Name, TableChecksumSchema),
  counters: z.record(Name, z.string()),
})
export type BackupChecksums = z.infer<typeof BackupChecksums>

/** `missing`: files that the academy referred to but did not have at backup time. */
export const BackupTrailer = z.object({
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  missing: z.array(z.string()),
})

/** The type of a backup entry, according to its name; undefined for a name that backups don't use. */
export type BackupPart =
  | { kind: 'head' | 'sums' | 'end' }
  | { kind: 'table'; table: string; number: number }
  | { kind: 'file'; sha256: string }

export function parsePartName(name: string): BackupPart | undefined {
  if (name === ENTRY_NAMES.head) return { kind: 'head' }
  if (name === ENTRY_NAMES.sums) return { kind: 'sums' }
  if (name === ENTRY_NAMES.end) return { kind: 'end' }
  const [, table, number] = /^tables\/([a-z][a-z0-9_]*)\/(\d{6,9})\.jsonl\.gz$/.exec(name) ?? []
  if (table !== undefined) return { kind: 'table', table, number: Number(number) }
  const [, , sha256] = /^files\/([0-9a-f]{2})\/(\1[0-9a-f]{62})$/.exec(name) ?? []
  return sha256 === undefined ? undefined : { kind: 'file', sha256 }
}

/**
 * Whether this part may come after that one: each table's parts once and in order, then the checksums, then the files
 * in any order.
 */
export function canFollow(before: BackupPart | undefined, part: BackupPart): boolean {
  const last = before?.kind
  switch (part.kind) {
    case 'head':
      return before === undefined
    case 'table':
      if (before?.kind === 'table' && before.table === part.table) return part.number === before.number + 1
      return part.number === 1 && (last === 'head' || (before?.kind === 'table' && before.table < part.table))
    case 'sums':
      return last === 'head' || last === 'table'
    case 'file':
      return last === 'sums' || last === 'file'
    case 'end':
      return last === 'sums' || last === 'file'
  }
}
