import type { FastifyInstance } from 'fastify'
import { toLawView } from '#features/catalog/law/law.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { confirmLaw, listLawReviews } from './reviews-due.contract.ts'
import { confirmLawReview as confirm, listLawReviewsByState } from '#features/catalog/law-review/law-review.public.ts'

const PAGE_SIZE = 20

export function lawReviewRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listLawReviews, async ({ body: { state, after } }) => {
    const { lectures, isMore, count, today, next } = await listLawReviewsByState(deps, {
      state,
      after: after ?? undefined,
      limit: PAGE_SIZE,
    })
    return {
      lectures: lectures.map(({ courseId, title, law, ...lecture }) => ({
        ...lecture,
        product: courseId,
        item: title,
        law: law && toLawView(law, today),
      })),
      is_more: isMore,
      count,
      next,
    }
  })
  registerEndpoint(app, confirmLaw, async ({ params: { id }, body: { seen, look_again_by: lookAgainBy }, member }) => {
    await confirm(deps, { lectureId: id, seen, lookAgainBy, by: toStaff(member) })
    return { message: 'Marked as reviewed. Learners now see today’s date.' }
  })
}
