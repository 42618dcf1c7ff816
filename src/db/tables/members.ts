import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
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
    /** What kind of staff; null for learners, and for staff of before there were kinds, who are owners. */
    staffRole: staffRole('staff_role'),
    /** The terms in force when the account was made by a form or a call; null for accounts made from the command line. */
    termsVersion: text('terms_version'),
    /** When their box was ticked; null when the registration came without the box, which the terms were only linked to. */
    termsAcceptedAt: timestamp('terms_accepted_at', { withTimezone: true }),
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Nothing opens the account from then on, until it is unlocked. */
    lockedAt: timestamp('locked_at', { withTimezone: true }),
    /** The sentence that whoever tries to get in is told. */
    lockedBecause: text('locked_because'),
    /** The member asked for the deletion of the account, and can change his mind until then. */
    deletionDueAt: timestamp('deletion_due_at', { withTimezone: true }),
    /** Nothing personal stands in this row any more; what remains of the member's has no name. */
    erasedAt: timestamp('erased_at', { withTimezone: true }),
    /** Counts what ended all access to the account: links that were asked for under an earlier version are not mailed any more. */
    accessVersion: integer('access_version').notNull().default(0),
    /** In small letters behind a space each, what staff looks for. */
    words: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(' ' || first_name || ' ' || last_name || ' ' || username || ' ' || email)`),
  },
  (table) => [
    // The order of staff's list.
    index('members_newest').on(sql`${table.createdAt} desc`, sql`${table.id} desc`),
    uniqueIndex('members_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('members_email_unique').on(sql`lower(${table.email})`),
    check('members_staff_role', sql`${table.staffRole} is null or ${table.role} = 'staff'`),
    check('members_locked_because', sql`${table.lockedBecause} is null or ${table.lockedAt} is not null`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, hexadecimal: the token itself is never stored. */
    tokenHash: text('token_hash').primaryKey(),
    /** Names the session where its token must not be: in addresses of media. */
    id: uuid().notNull().unique().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    agent: text().notNull().default(''),
    /** From where it began, as `placeOf` names networks. */
    network: text().notNull().default(''),
    /** When its holder last showed who he is: at the login, and again before something grave. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }).notNull().defaultNow(),
    /** Whether a second factor or a passkey was shown, not a password alone. */
    hasFactor: boolean('has_factor').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_member').on(table.memberId)],
)

export const accountTokenPurpose = pgEnum('account_token_purpose', ['verify_email', 'reset_password', 'second_factor'])

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
    /** Where its holder was on the way to: an address on this site, or null. */
    wayOn: text('way_on'),
    /** The member of staff who asked for it, and must still be allowed to when it is used. Null: the holder, or the command line. */
    askedBy: uuid('asked_by'),
  },
  (table) => [
    index('account_tokens_member').on(table.memberId, table.purpose),
    check(
      'account_tokens_way_on',
      sql`${table.wayOn} ~ '^/[A-Za-z0-9][^\\\\[:cntrl:]]*$' and length(${table.wayOn}) <= 300`,
    ),
  ],
)

/** A new address that a member wants, until the link that is mailed there is used. A newer wish takes its place. */
export const emailChanges = pgTable('email_changes', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
  newEmail: text('new_email').notNull(),
  /** The member of staff who asked for it, and must still be allowed to when it is confirmed. Null: the member, or the command line. */
  askedBy: uuid('asked_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

/** Links in mails about a login from a new place: each ends what goes on from there, also after the session that it was about. */
export const sessionLinks = pgTable(
  'session_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** The session that the mail is about; it may have ended. */
    sessionId: uuid('session_id').notNull(),
    /** Null where an earlier version wrote the row: then the session tells whose it is, and from where. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    network: text().notNull().default(''),
    agent: text().notNull().default(''),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('session_links_session').on(table.sessionId), index('session_links_member').on(table.memberId)],
)

/** One-time codes of an app on the member's phone. Not in force before a first code was shown. */
export const secondFactors = pgTable('second_factors', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** What the codes are worked out of, sealed with a key from the academy's secret. */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** The newest period of 30 seconds whose code was taken, counted since 1970: none is taken twice. */
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
    /** The credential's id, base64url, made by the authenticator. */
    id: text().primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** COSE, base64url. */
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

/** What an authenticator was asked to sign; each is taken once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    purpose: passkeyPurpose().notNull(),
    /** Null at a sign-in: nobody knows yet who it will be. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('passkey_challenges_member').on(table.memberId)],
)

/** Who was erased: a backup of before brings them back, and they are erased again. */
export const erasures = pgTable('erasures', {
  memberId: uuid('member_id').primaryKey(),
  erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
})

/** What the law wants kept of those who were erased, for its time and nothing else, sealed with a key from the academy's secret. */
export const keptRecords = pgTable(
  'kept_records',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** `invoice`, say. */
    kind: text().notNull(),
    /** What it belongs to: the number of an invoice, the id of a certificate. */
    subject: text().notNull(),
    sealed: text().notNull(),
    keepUntil: timestamp('keep_until', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('kept_records_subject').on(table.kind, table.subject)],
)
