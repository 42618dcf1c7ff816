import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { members } from './members.ts'

export const auditActor = pgEnum('audit_actor', ['member', 'visitor', 'command_line', 'provider', 'academy'])

export type AuditValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/**
 * Who did what to whom, written in the transaction that it tells of. A trigger refuses to change or delete rows, so nothing
 * personal lies here: names, addresses and free words are in `audit_personal_values`.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** `grant.made`: what it is about, and what was done. */
    kind: text().notNull(),
    actor: auditActor().notNull(),
    /** No reference: the row stays when the member goes. */
    actorMemberId: uuid('actor_member_id'),
    /** Of the command line: the user of the operating system. */
    actorName: text('actor_name'),
    /** The member that it is about. */
    memberId: uuid('member_id'),
    /** What else it is about: a product's slug, an order's number, a coupon's code. */
    subjectId: text('subject_id'),
    /** As it was called then. */
    subjectName: text('subject_name'),
    before: jsonb().$type<AuditValues>(),
    after: jsonb().$type<AuditValues>(),
  },
  (table) => [
    index('audit_events_at').on(table.at, table.id),
    index('audit_events_kind').on(table.kind, table.at),
    index('audit_events_member').on(table.memberId, table.at),
    index('audit_events_actor').on(table.actorMemberId, table.at),
    index('audit_events_actor_name')
      .on(table.actorName, table.at)
      .where(sql`${table.actorName} is not null`),
    check('audit_events_kind_form', sql`${table.kind} ~ '^[a-z]+[.][a-z_]+$'`),
    check('audit_events_actor_member', sql`(${table.actor} = 'member') = (${table.actorMemberId} is not null)`),
    check('audit_events_actor_name', sql`(${table.actor} = 'command_line') = (${table.actorName} is not null)`),
  ],
)

/**
 * What events say of a member that is his own, in rows that are never changed: deleted with the account, or by
 * `erasePersonalValues`. After ninety days each is written anew without `network` and `browser`.
 */
export const auditPersonalValues = pgTable(
  'audit_personal_values',
  {
    eventId: bigint('event_id', { mode: 'number' })
      .notNull()
      .references(() => auditEvents.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    details: jsonb().$type<AuditValues>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.memberId] }),
    index('audit_personal_values_member').on(table.memberId),
  ],
)

/**
 * Logins that failed, counted by the hour: at one member's account, or (null) at names that nobody has. `failures` had a wrong password;
 * of those `refused` nobody has looked at the password, since there were too many.
 */
export const failedLogins = pgTable(
  'failed_logins',
  {
    hour: timestamp({ withTimezone: true }).notNull(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    failures: integer().notNull(),
    refused: integer().notNull().default(0),
  },
  (table) => [unique('failed_logins_hour').on(table.hour, table.memberId).nullsNotDistinct()],
)
