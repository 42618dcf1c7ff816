import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type {
  addCourseToGroup,
  addToGroup,
  changeAGroup,
  deleteAGroup,
  giveGroupAccess,
  makeGroup,
  removeCourseFromGroup,
  removeFromGroup,
} from '../groups.contract.ts'

/** A thousand people take a few seconds. */
const ENROLL_TIMEOUT_MS = 60_000

export const groupActions = {
  makeGroup: (body: EndpointInput<typeof makeGroup>['body']) =>
    call<typeof makeGroup>('POST /Academy/api/studio/groups/new/', { body }),
  changeGroup: (id: string, body: EndpointInput<typeof changeAGroup>['body']) =>
    call<typeof changeAGroup>('POST /Academy/api/studio/groups/:id/change/', { params: { id }, body }),
  deleteGroup: (id: string) =>
    call<typeof deleteAGroup>('POST /Academy/api/studio/groups/:id/delete/', { params: { id }, body: {} }),
  addMembers: (id: string, emails: string) =>
    call<typeof addToGroup>('POST /Academy/api/studio/groups/:id/members/', { params: { id }, body: { emails } }),
  removeMembers: (id: string, members: string[]) =>
    call<typeof removeFromGroup>('POST /Academy/api/studio/groups/:id/members/remove/', {
      params: { id },
      body: { members },
    }),
  addCourse: (id: string, course: string) =>
    call<typeof addCourseToGroup>('POST /Academy/api/studio/groups/:id/courses/', { params: { id }, body: { course } }),
  removeCourse: (id: string, course: string) =>
    call<typeof removeCourseFromGroup>('POST /Academy/api/studio/groups/:id/courses/remove/', {
      params: { id },
      body: { course },
    }),
  giveAccess: (id: string, body: EndpointInput<typeof giveGroupAccess>['body']) =>
    call<typeof giveGroupAccess>('POST /Academy/api/studio/groups/:id/access/', {
      params: { id },
      body,
      limitMs: ENROLL_TIMEOUT_MS,
    }),
}
