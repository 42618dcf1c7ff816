import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { certificates } from './study.ts'

/**
 * Has a single row: the host name under which the academy signs. It is set when the first certificate is issued. It
 * never changes, because signed credentials contain it.
 */
export const credentialIssuer = pgTable(
  'credential_issuer',
  {
    id: integer().primaryKey().default(1),
    /** The host and its port, if any, such as `academy.example.com`. */
    host: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [check('credential_issuer_one_row', sql`${table.id} = 1`)],
)

/** The current and former signing keys. The public keys are kept to verify what they signed. */
export const credentialKeys = pgTable(
  'credential_keys',
  {
    /** The public key in the format in which it is published (Multikey). */
    publicKey: text('public_key').primaryKey(),
    /**
     * The secret key, encrypted with the academy's secret. Empty after the key is retired, because verification doesn't
     * need it.
     */
    sealedSecret: text('sealed_secret').notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    /** When the key was retired. Null for the current signing key. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
    /**
     * When the key was reported stolen. From that time on, it is not published, and nothing that it signed is valid.
     */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('credential_keys_one_signs')
      .on(sql`(${table.retiredAt} is null)`)
      .where(sql`${table.retiredAt} is null`),
  ],
)

/**
 * The signed credentials of certificates, each with its entry in a status list. A trigger on the certificates revokes
 * them.
 */
export const credentials = pgTable(
  'credentials',
  {
    /** The number of the status list, counted from 1. */
    list: integer().notNull(),
    /** The index in the status list, counted from 0. */
    place: integer().notNull(),
    certificateId: text('certificate_id')
      .notNull()
      .references(() => certificates.id),
    /** The signed credential in JSON. Null after it was replaced, its key was revoked, or its holder was erased. */
    signed: text(),
    signedAt: timestamp('signed_at', { withTimezone: true }).notNull(),
    /** When the credential was revoked. The status list reports that permanently. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /**
     * Set if the certificate needed a new credential, because this one, from an earlier version, states more than it
     * may. It stays valid, at a URL of its own.
     */
    supersededAt: timestamp('superseded_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.place] }),
    index('credentials_certificate').on(table.certificateId, table.signedAt),
    uniqueIndex('credentials_one_stands')
      .on(table.certificateId)
      .where(sql`${table.endedAt} is null and ${table.supersededAt} is null`),
    index('credentials_ended')
      .on(table.list, table.place)
      .where(sql`${table.endedAt} is not null`),
    check('credentials_place', sql`${table.list} >= 1 and ${table.place} between 0 and 131071`),
  ],
)
