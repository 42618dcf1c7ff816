import type { Permission } from '#shared/policy.ts'

/**
 * Who is admitted: everyone, all members, members who confirmed their identity within ten minutes, or roles with a
 * permission. Staff endpoints belong in STAFF_DOORS.
 */
export type Door = 'anyone' | 'member' | 'member who has just shown it' | { may: Permission; stepUp?: true }

/** Staff routes without a declared endpoint, because they use another protocol. */
export const OTHER_DOORS: Readonly<Record<string, Extract<Door, object>>> = {
  'DELETE /Academy/api/studio/uploads/:id/': { may: 'upload files' },
  'HEAD /Academy/api/studio/uploads/:id/': { may: 'upload files' },
  'PATCH /Academy/api/studio/uploads/:id/': { may: 'upload files' },
  'POST /Academy/api/studio/uploads/': { may: 'upload files' },
}
