import type { FastifyInstance } from 'fastify'
import { exportAwards } from '#features/credentials/contact-hours/awards.public.ts'
import { listEvaluatedCourses, summaryOf } from '#features/credentials/contact-hours/evaluations.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { WORKBOOK_TYPE } from '#platform/workbook.ts'
import { may, staffOf } from '#shared/policy.ts'
import { exportCompletions, listEvaluated, readEvaluations } from './completions.contract.ts'

export function completionRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listEvaluated, async ({ member }) => ({
    courses: await listEvaluatedCourses(deps.db),
    may_export: may(staffOf(member), 'export completions'),
  }))
  serve(app, readEvaluations, async ({ params: { id, from } }) => {
    const { isMore, ...summary } = await summaryOf(deps.db, id, { offset: from })
    return { ...summary, is_more: isMore }
  })
  serve(app, exportCompletions, async ({ body: { course, since, until, ce_broker: ceBroker }, member }) => ({
    name: ceBroker ? 'ce-broker.xlsx' : 'completions.csv',
    ...(ceBroker && { contentType: WORKBOOK_TYPE }),
    content: await exportAwards(deps, { slug: course, since, until, ceBroker, by: staffOf(member) }),
  }))
}
