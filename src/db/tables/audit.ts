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
 * Who did what to whom. Each row is written in the same transaction as the action. A trigger prevents changes and
 * deletions, so rows contain no personal data. Names, addresses, and free text are in `audit_personal_values`.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The kind of event, such as `grant.made`, which consists of a subject and an action. */
    kind: text().notNull(),
    actor: auditActor().notNull(),
    /** This is not a foreign key, because the row stays after the member is deleted. */
    actorMemberId: uuid('actor_member_id'),
    /** For the command line, the name of the system user. */
    actorName: text('actor_name'),
    /** The member that the event is about. */
    memberId: uuid('member_id'),
    /** What else the event is about, such as a product's slug, an order number, or a coupon code. */
    subjectId: text('subject_id'),
    /** The name of the subject at that time. */
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
 * The personal values of members in audit events. They are not in the immutable rows, so that they can be deleted with
 * the account or by `erasePersonalValues`. After ninety days, `network` and `browser` are removed from each row.
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
 * Failed logins per hour for one member's account or, if `member_id` is null, for unknown usernames. `failures` counts
 * wrong passwords. `refused` counts logins that the rate limit rejected without checking the password.
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
