import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { counted } from '#shared/counted.ts'
import { staffOf } from '#shared/policy.ts'
import { readTelling, tellOwners } from './law-changes.contract.ts'
import { tellingOf, tellOwnersOf } from './law-changes.service.ts'

export function changeRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readTelling, async ({ params: { id, lecture } }) => {
    const { isTold, ...telling } = await tellingOf(deps, { courseId: id, key: lecture })
    return { ...telling, is_told: isTold }
  })
  serve(app, tellOwners, async ({ params: { id, lecture }, body, member }) => {
    const owners = await tellOwnersOf(deps, { courseId: id, key: lecture, ...body, by: staffOf(member) })
    return { message: `${counted(owners, 'member')} ${owners === 1 ? 'was' : 'were'} told.` }
  })
}
