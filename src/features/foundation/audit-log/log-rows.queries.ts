import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open-database.ts'
import { auditEvents, auditPersonalValues, failedLogins } from '#db/tables/audit.ts'
import { members } from '#db/tables/members.ts'

const ofMember = alias(auditPersonalValues, 'of_member')
const ofActor = alias(auditPersonalValues, 'of_actor')

/** Selects events, with what is still known about the members involved. */
export function selectEventsWithPeople(db: Executor) {
  return db
    .select({ event: auditEvents, memberDetails: ofMember.details, actorDetails: ofActor.details })
    .from(auditEvents)
    .leftJoin(ofMember, and(eq(ofMember.eventId, auditEvents.id), eq(ofMember.memberId, auditEvents.memberId)))
    .leftJoin(ofActor, and(eq(ofActor.eventId, auditEvents.id), eq(ofActor.memberId, auditEvents.actorMemberId)))
}

/** Selects the counts of failed logins. Members are shown with their current names. */
export function selectFailedLoginsWithMembers(db: Executor) {
  return db
    .select({
      hour: failedLogins.hour,
      failures: failedLogins.failures,
      refused: failedLogins.refused,
      memberId: failedLogins.memberId,
      username: members.username,
      email: members.email,
    })
    .from(failedLogins)
    .leftJoin(members, eq(members.id, failedLogins.memberId))
}
