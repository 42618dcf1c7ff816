import { desc, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const memberRole = pgEnum('member_role', ['learner', 'staff'])
export const staffRole = pgEnum('staff_role', ['owner', 'editor', 'support'])

export const members = pgTable(
  'members',
  {
    id: uuid().primaryKey().defaultRandom(),
    username: text().notNull(),
    email: text().notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    credentialsAfterName: text('credentials_after_name').notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    role: memberRole().notNull().default('learner'),
    /** The staff role; null for learners, and for owners who joined before there were staff roles. */
    staffRole: staffRole('staff_role'),
    /** The staff role of a pending invitation: given when it is accepted. Until then the member is a learner. */
    invitedRole: staffRole('invited_role'),
    /** The staff members who created, changed, or renewed that invitation. */
    invitedBy: uuid('invited_by').array(),
    /** The terms accepted when the account was created by form or API; null if created on the command line. */
    termsVersion: text('terms_version'),
    /** When the checkbox was checked; null if the registration only linked the terms. */
    termsAcceptedAt: timestamp('terms_accepted_at', { withTimezone: true }),
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the account was locked; it stays locked until someone unlocks it. */
    lockedAt: timestamp('locked_at', { withTimezone: true }),
    /** The message shown on login attempts. */
    lockedBecause: text('locked_because'),
    /** When the account will be deleted; until then the member can withdraw the request. Null if there is none. */
    deletionDueAt: timestamp('deletion_due_at', { withTimezone: true }),
    /**
     * When the member was erased: this row contains no personal data anymore, and the member's remaining records have
     * no name.
     */
    erasedAt: timestamp('erased_at', { withTimezone: true }),
    /** Increases whenever all access to the account is ended; links requested before that are no longer emailed. */
    accessVersion: integer('access_version').notNull().default(0),
    /** The words that staff can search for, in lowercase, each after a space. */
    words: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(' ' || first_name || ' ' || last_name || ' ' || username || ' ' || email)`),
  },
  (table) => [
    // The sort order of the member list for staff.
    index('members_newest').on(sql`${table.createdAt} desc`, sql`${table.id} desc`),
    uniqueIndex('members_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('members_email_unique').on(sql`lower(${table.email})`),
    check('members_staff_role', sql`${table.staffRole} is null or ${table.role} = 'staff'`),
    check('members_invited_role', sql`${table.invitedRole} is null or ${table.role} = 'learner'`),
    check('members_locked_because', sql`${table.lockedBecause} is null or ${table.lockedAt} is not null`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, hexadecimal: the token itself is never stored. */
    tokenHash: text('token_hash').primaryKey(),
    /** Identifies the session where its token must not appear: in media URLs. */
    id: uuid().notNull().unique().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    agent: text().notNull().default(''),
    /** The network where the session started, as `clientKeyFor` returns it. */
    network: text().notNull().default(''),
    /** When its holder last confirmed their identity: at login, and before sensitive actions. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }).notNull().defaultNow(),
    /** Whether two-factor or a passkey was used, not just a password. */
    hasFactor: boolean('has_factor').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_member').on(table.memberId)],
)

export const accountTokenPurpose = pgEnum('account_token_purpose', [
  'verify_email',
  'reset_password',
  'change_email',
  'end_session',
  'second_factor',
])

/** Emailed links, and logins waiting for their second factor. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    purpose: accountTokenPurpose().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** The return-to URL on this site, or null. */
    returnTo: text('way_on'),
    /**
     * The staff member who requested it, who must still be permitted when it is used. Null: the holder, or the command
     * line.
     */
    askedBy: uuid('asked_by'),
    /** What the link applies to, until it is used: the new address, or where the login came from. */
    data: jsonb().$type<Record<string, string>>(),
  },
  (table) => [
    index('account_tokens_member').on(table.memberId, table.purpose),
    check(
      'account_tokens_way_on',
      sql`${table.returnTo} ~ '^/[A-Za-z0-9][^\\\\[:cntrl:]]*$' and length(${table.returnTo}) <= 300`,
    ),
  ],
)

/**
 * Copies of `account_tokens` for the previous version, kept in sync by triggers. A later migration drops this table and
 * the next one.
 */
export const emailChanges = pgTable('email_changes', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
  newEmail: text('new_email').notNull(),
  askedBy: uuid('asked_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

export const sessionLinks = pgTable(
  'session_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: uuid('session_id').notNull(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    network: text().notNull().default(''),
    agent: text().notNull().default(''),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('session_links_session').on(table.sessionId), index('session_links_member').on(table.memberId)],
)

/** The authenticator app of a member. Not active until the first code is confirmed. */
export const secondFactors = pgTable('second_factors', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** The TOTP secret, encrypted with a key derived from the academy's secret. */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** The last 30-second period, counted since 1970, whose code was used: no code is accepted twice. */
  lastStep: integer('last_step').notNull().default(0),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.codeHash] })],
)

export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential ID, base64url, generated by the authenticator. */
    id: text().primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** In COSE format, base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [index('passkeys_member').on(table.memberId)],
)

export const passkeyPurpose = pgEnum('passkey_purpose', ['add', 'sign_in', 'confirm'])

/** Challenges for authenticators; each is accepted once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    purpose: passkeyPurpose().notNull(),
    /** Null at login, when the member is not known yet. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('passkey_challenges_member').on(table.memberId)],
)

/** Erased members, so that they are erased again if restoring an earlier backup brings them back. */
export const erasures = pgTable('erasures', {
  memberId: uuid('member_id').primaryKey(),
  erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
})

/**
 * Records of erased members that the law requires, for their retention period only, encrypted with a key derived from
 * the academy's secret.
 */
export const keptRecords = pgTable(
  'kept_records',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The kind of record, such as `invoice`. */
    kind: text().notNull(),
    /** What it belongs to: the number of an invoice or the ID of a certificate. */
    subject: text().notNull(),
    sealed: text().notNull(),
    keepUntil: timestamp('keep_until', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('kept_records_subject').on(table.kind, table.subject)],
)

/**
 * The order in which transactions lock members, so that they don't deadlock: staff first, since a member's row is
 * locked before the rows of those whom the member invited.
 */
export const LOCK_ORDER = [desc(members.role), members.id]
