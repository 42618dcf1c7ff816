import type { FastifyInstance } from 'fastify'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { minuteOf } from '#shared/dates.ts'
import { mayEver, staffOf } from '#shared/policy.ts'
import { muteAMember, readMute, readWriting, unmuteAMember } from './muting.contract.ts'
import { muteMember, mutedOf, muteOf, unmuteMember } from './muting.service.ts'

export function mutingRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readWriting, async ({ member: { id: memberId, role } }) => ({
    muted: (await mutedOf(deps, { memberId, isStaff: mayEver(role, 'lead discussions') })) ?? null,
  }))
  serve(app, readMute, async ({ params: { id } }) => {
    const { timeZone } = await readSite(deps.db)
    const mute = await muteOf(deps, id)
    return { mute: mute ? { until: minuteOf(mute.until, timeZone), reason: mute.reason } : null }
  })
  serve(app, muteAMember, async ({ params: { id: memberId }, body: { days, reason }, member }) => {
    const muted = await muteMember(deps, { memberId, days, reason, by: staffOf(member) })
    const { timeZone } = await readSite(deps.db)
    const until = minuteOf(muted.until, timeZone)
    return { message: `The member can read, and write again from ${until} on.`, until }
  })
  serve(app, unmuteAMember, async ({ params: { id: memberId }, member }) => {
    await unmuteMember(deps, { memberId, by: staffOf(member) })
    return { message: 'The member can write again.' }
  })
}
