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
    /** The staff role. Null for learners, and for owners who joined before there were staff roles. */
    staffRole: staffRole('staff_role'),
    /** The staff role in a pending invitation. The member is a learner until they accept the invitation. */
    invitedRole: staffRole('invited_role'),
    /** The staff members who created, changed, or renewed that invitation. */
    invitedBy: uuid('invited_by').array(),
    /**
     * The terms that were accepted when the account was created with the form or the API. Null if it was created on the
     * command line.
     */
    termsVersion: text('terms_version'),
    /** When the checkbox for the terms was checked. Null if the registration form only linked to the terms. */
    termsAcceptedAt: timestamp('terms_accepted_at', { withTimezone: true }),
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the account was locked. It stays locked until someone unlocks it. */
    lockedAt: timestamp('locked_at', { withTimezone: true }),
    /** The message that is shown at login. */
    lockedBecause: text('locked_because'),
    /**
     * When the account will be deleted. Until then, the member can withdraw the request. Null if there is no request.
     */
    deletionDueAt: timestamp('deletion_due_at', { withTimezone: true }),
    /**
     * When the member was erased. Since then, this row has contained no personal data, and the member's remaining
     * records have had no name.
     */
    erasedAt: timestamp('erased_at', { withTimezone: true }),
    /**
     * Increases whenever all access to the account is ended. Links that were requested before that are no longer
     * emailed.
     */
    accessVersion: integer('access_version').notNull().default(0),
    /** The words that staff can search for, in lowercase. Each follows a space. */
    words: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(' ' || first_name || ' ' || last_name || ' ' || username || ' ' || email)`),
  },
  (table) => [
    // This index has the order of the member list for staff.
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
    /** The SHA-256 of the token, in hexadecimal. The token itself is never stored. */
    tokenHash: text('token_hash').primaryKey(),
    /** Identifies the session where its token must not appear, such as in media URLs. */
    id: uuid().notNull().unique().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    agent: text().notNull().default(''),
    /** The network where the session started, as `clientKeyFor` returns it. */
    network: text().notNull().default(''),
    /** When the member last confirmed their identity, at login or before a sensitive action. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }).notNull().defaultNow(),
    /** Whether two-factor authentication or a passkey was used, not only a password. */
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

/** Links that were sent by email, and logins that wait for their second factor. */
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
    /** The URL on this site to return to, or null. */
    returnTo: text('way_on'),
    /**
     * The staff member who requested the link, and who must still have the permission when it is used. Null if the
     * account's holder or the command line requested it.
     */
    askedBy: uuid('asked_by'),
    /** What the link is about, until it is used: the new address, or where the login came from. */
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
 * Copies of rows in `account_tokens`, for the previous version. Triggers keep them in sync. A later migration will drop
 * this table and the next one.
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

/** The authenticator app of a member. It is not active until the first code is confirmed. */
export const secondFactors = pgTable('second_factors', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** The TOTP secret, encrypted with a key derived from the academy's secret. */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /**
   * The last 30-second period, counted since 1970, whose code was used. It is stored so that no code is accepted twice.
   */
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
    /** The credential ID, in base64url. The authenticator generates it. */
    id: text().primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The public key in COSE format, in base64url. */
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

/** Challenges for authenticators. Each is accepted only once. */
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

/** Erased members. If an earlier backup brings them back, they are erased again. */
export const erasures = pgTable('erasures', {
  memberId: uuid('member_id').primaryKey(),
  erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
})

/**
 * The records of erased members that the law requires. They are kept only for the retention period, and encrypted with
 * a key derived from the academy's secret.
 */
export const keptRecords = pgTable(
  'kept_records',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The kind of record, such as `invoice`. */
    kind: text().notNull(),
    /** What the record is about: the number of an invoice or the ID of a certificate. */
    subject: text().notNull(),
    sealed: text().notNull(),
    keepUntil: timestamp('keep_until', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('kept_records_subject').on(table.kind, table.subject)],
)

/**
 * The order in which transactions lock members, to avoid deadlocks. Staff come first, because a member's row is locked
 * before the rows of those whom the member invited.
 */
export const LOCK_ORDER = [desc(members.role), members.id]
