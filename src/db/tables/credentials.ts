import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { certificates } from './study.ts'

/** One row: under which host the academy signs, as it was at the first issue. It is never changed: what was signed names it. */
export const credentialIssuer = pgTable(
  'credential_issuer',
  {
    id: integer().primaryKey().default(1),
    /** `academy.example.com`, with its port where it has one. */
    host: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [check('credential_issuer_one_row', sql`${table.id} = 1`)],
)

/** Keys that sign, or have signed. Public keys stay: what one has signed is checked with it. */
export const credentialKeys = pgTable(
  'credential_keys',
  {
    /** As it is published: a Multikey. */
    publicKey: text('public_key').primaryKey(),
    /** Opens with the academy's secret. Empty once it is retired: what it has signed is checked without. */
    sealedSecret: text('sealed_secret').notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    /** Null for the one that signs now. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
    /** It was stolen: from then on it is not published, and nothing that it signed is valid. */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('credential_keys_one_signs')
      .on(sql`(${table.retiredAt} is null)`)
      .where(sql`${table.retiredAt} is null`),
  ],
)

/** What was signed for a certificate, each with its place in a status list. A trigger on the certificates ends them. */
export const credentials = pgTable(
  'credentials',
  {
    /** Of the status list, from 1. */
    list: integer().notNull(),
    /** In the list, from 0. */
    place: integer().notNull(),
    certificateId: text('certificate_id')
      .notNull()
      .references(() => certificates.id),
    /** JSON, as it was signed. Null once another has taken its place, its key was withdrawn or its holder was erased. */
    signed: text(),
    signedAt: timestamp('signed_at', { withTimezone: true }).notNull(),
    /** From then on the list says that it was revoked, for ever. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.place] }),
    index('credentials_certificate').on(table.certificateId, table.signedAt),
    uniqueIndex('credentials_one_stands')
      .on(table.certificateId)
      .where(sql`${table.endedAt} is null`),
    index('credentials_ended')
      .on(table.list, table.place)
      .where(sql`${table.endedAt} is not null`),
    check('credentials_place', sql`${table.list} >= 1 and ${table.place} between 0 and 131071`),
  ],
)
