import type { FastifyInstance } from 'fastify'
import { getMute, muteMember, unmuteMember } from '#features/community/muting/muting.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { formatTime } from '#shared/dates.ts'
import { toStaff } from '#shared/policy.ts'
import { muteAMember, readMute, unmuteAMember } from './muting.contract.ts'

export function memberMutingRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readMute, async ({ params: { id } }) => {
    const mute = await getMute(deps, id)
    return { mute: mute ? { until: mute.until.toISOString(), reason: mute.reason } : null }
  })
  registerEndpoint(app, muteAMember, async ({ params: { id: memberId }, body: { days, reason }, member }) => {
    const muted = await muteMember(deps, { memberId, days, reason, by: toStaff(member) })
    const { timeZone, language } = await readSite(deps.db)
    return {
      message: `Muted. The member can still read discussions and can post again on ${formatTime(muted.until, timeZone, language)}.`,
      until: muted.until.toISOString(),
    }
  })
  registerEndpoint(app, unmuteAMember, async ({ params: { id: memberId }, member }) => {
    await unmuteMember(deps, { memberId, by: toStaff(member) })
    return { message: 'Unmuted. The member can post again.' }
  })
}
