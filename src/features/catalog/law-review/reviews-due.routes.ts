import type { FastifyInstance } from 'fastify'
import { lawToRead } from '#features/catalog/law/law.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { staffOf } from '#shared/policy.ts'
import { confirmLaw, findLaw } from './reviews-due.contract.ts'
import { confirmLaw as confirm, lawByState } from './reviews-due.service.ts'

const SCREENFUL = 20

export function dueRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, findLaw, async ({ body: { state, after } }) => {
    const { lectures, isMore, count, today, next } = await lawByState(deps, {
      state,
      after: after ?? undefined,
      limit: SCREENFUL,
    })
    return {
      lectures: lectures.map(({ courseId, title, law, ...lecture }) => ({
        ...lecture,
        product: courseId,
        item: title,
        law: law && lawToRead(law, today),
      })),
      is_more: isMore,
      count,
      next,
    }
  })
  serve(app, confirmLaw, async ({ params: { id }, body: { seen, look_again_by: lookAgainBy }, member }) => {
    await confirm(deps, { lectureId: id, seen, lookAgainBy, by: staffOf(member) })
    return { message: 'Learners read the day of today from now on.' }
  })
}
