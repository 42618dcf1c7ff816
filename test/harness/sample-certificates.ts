import pg from 'pg'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { COURSE } from './screen.ts'
import type { RunningAcademy } from './running-academy.ts'

/** Certificates in every public state, by ID. */
export const SAMPLE_CERTIFICATES = {
  revoked: 'RevokedCertificate000000001',
  nameRemoved: 'NameRemovedCertificate00001',
  old: 'OldCertificate0000000000001',
  long: 'LongCertificate000000000001',
} as const

const LONG_NAME = 'Maximiliane-Wilhelmine Oxenstierna-Schwarzenberg de la Fuente y Valdés, MSN, RN, CCRN, CEN, LNCC'

/** Longer than any real course title so far. */
const LONG_COURSE = {
  taught: {
    outcomes: Array.from(
      { length: 8 },
      (_, n) =>
        `${n + 1}: read a medical record line by line, and name in words that a jury understands what it leaves out`,
    ),
    lectures: Array.from(
      { length: 30 },
      (_, n) => `${n + 1}. What an examiner writes down, and what nobody asked about`,
    ),
  },
  examined: { asked: 40, bank: 120, needed: 80 },
}

/** Stores the sample certificates in a running academy. */
export function addSampleCertificates(academy: RunningAcademy): Promise<void> {
  return onDatabaseOf(academy, async (client) => {
    for (const [id, name, revokedAt, licenses] of [
      [SAMPLE_CERTIFICATES.revoked, 'Ada Adams, RN', '2026-03-02', {}],
      [SAMPLE_CERTIFICATES.nameRemoved, '', null, {}],
      [SAMPLE_CERTIFICATES.old, 'Ada Adams, RN', null, {}],
      [SAMPLE_CERTIFICATES.long, LONG_NAME, null, LONG_COURSE],
    ] as const)
      await client.query(
        `with course as (select id, title from products where slug = $1), member as (
          insert into members (username, email, password_hash, role, email_verified_at) values ($2, $2 || '@example.com', 'none', 'learner', now())
          on conflict do nothing returning id
        ), attempt as (
          insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server, created_at)
          select member.id, course.id, 9, 10, '[]', true, '2025-11-20' from member, course returning id, member_id, course_id
        )
        insert into certificates (id, member_id, course_id, attempt_id, printed_name, course_name, issued_at, revoked_at, taught, examined)
        select $2, attempt.member_id, attempt.course_id, attempt.id, $3, course.title, '2025-11-21', $4::timestamptz, $5::jsonb -> 'taught', $5::jsonb -> 'examined' from attempt, course`,
        [COURSE, id, name, revokedAt, JSON.stringify(licenses)],
      )
  })
}

/** Marks certificates as signed, because an academy without a domain name signs nothing. */
export function markAsSigned(academy: RunningAcademy, ...ids: string[]): Promise<void> {
  return onDatabaseOf(academy, async (client) => {
    await client.query(
      `insert into credentials (list, place, certificate_id, signed, signed_at)
      select 1, place, id, '{"type":["VerifiableCredential"]}', now() from unnest($1::text[]) with ordinality as each (id, place)
      where not exists (select from credentials where certificate_id = id)`,
      [ids],
    )
  })
}

async function onDatabaseOf({ environment, folder }: RunningAcademy, work: (client: pg.Client) => Promise<void>) {
  const given = environment.DATABASE_URL
  // Opens the folder while the academy serves, so it joins the running database server.
  const server = given === '' ? await startEmbeddedServer(folder) : undefined
  const client = new pg.Client({ connectionString: server?.connectionString ?? given })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
    await server?.stop()
  }
}
