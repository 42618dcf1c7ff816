import type { hidePost, unhidePost } from '#features/community/discussions/moderation-actions.contract.ts'
import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { muteAMember, unmuteAMember } from '../muting.contract.ts'
import type { dismissPostReports } from '../post-reports.contract.ts'

export const moderationActions = {
  mute: (id: string, body: EndpointInput<typeof muteAMember>['body']) =>
    call<typeof muteAMember>('POST /Academy/api/studio/members/:id/mute/', { params: { id }, body }),
  unmute: (id: string) =>
    call<typeof unmuteAMember>('POST /Academy/api/studio/members/:id/unmute/', { params: { id }, body: {} }),
  hidePost: (id: string, reason: string) =>
    call<typeof hidePost>('POST /Academy/api/studio/posts/:id/hide/', { params: { id }, body: { reason } }),
  unhidePost: (id: string) =>
    call<typeof unhidePost>('POST /Academy/api/studio/posts/:id/show/', { params: { id }, body: {} }),
  dismissReports: (id: string) =>
    call<typeof dismissPostReports>('POST /Academy/api/studio/posts/:id/dismiss/', { params: { id }, body: {} }),
}
