import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/**
 * The kinds of settings that an owner can store on screen. The settings of one kind are saved, confirmed, and replaced
 * together.
 */
export type ServiceKind = 'mail' | 'cards'

/**
 * What an owner set up on screen: the mail server, and the card provider's keys. One row of each kind is in use.
 * Replaced rows are kept for a month, because payments may be in progress with the former keys, and because owners are
 * notified of a change through the former mail server.
 */
export const serviceSettings = pgTable(
  'service_settings',
  {
    id: uuid().primaryKey(),
    kind: text().$type<ServiceKind>().notNull(),
    /** Everything that is not secret. `platform/services` parses it. */
    settings: jsonb().notNull(),
    /** Passwords and keys. They are encrypted for this row. */
    sealedSecrets: text('sealed_secrets').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
    /**
     * The host of the site for which an owner saved or confirmed the row. It is used only there, so that a copy of the
     * database elsewhere sends no email and charges no cards. A restore clears it.
     */
    confirmedHost: text('confirmed_host'),
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('service_settings_in_use')
      .on(table.kind)
      .where(sql`${table.replacedAt} is null`),
    check('service_settings_kind', sql`${table.kind} in ('mail', 'cards')`),
  ],
)
