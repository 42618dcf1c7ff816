import type { FastifyInstance } from 'fastify'
import { getCourseEngagement } from '#features/learning/progress/progress.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toKindView } from '#shared/lecture-kind.ts'
import { readEngagement } from './engagement.contract.ts'

export function engagementRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readEngagement, async ({ params: { id } }) => {
    const { name, lectures, biggestDrop } = await getCourseEngagement(deps, id)
    return {
      course: { id, name },
      lectures: lectures.map(({ kind, ...lecture }) => ({ ...lecture, ...toKindView(kind, 0) })),
      biggest_drop: biggestDrop ?? null,
    }
  })
}
