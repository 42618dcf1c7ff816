import type { FastifyInstance } from 'fastify'
import { exportAwards } from '#features/credentials/contact-hours/awards.public.ts'
import { listEvaluatedCourses, getEvaluationSummary } from '#features/credentials/contact-hours/evaluations.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { WORKBOOK_TYPE } from '#platform/workbook.ts'
import { hasPermission, toStaff } from '#shared/policy.ts'
import { exportCompletions, listCoursesWithEvaluations, readEvaluations } from './completions.contract.ts'

export function completionRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listCoursesWithEvaluations, async ({ member }) => ({
    courses: await listEvaluatedCourses(deps.db),
    may_export: hasPermission(toStaff(member), 'export completions'),
  }))
  registerEndpoint(app, readEvaluations, async ({ params: { id, from } }) => {
    const { isMore, ...summary } = await getEvaluationSummary(deps.db, id, { offset: from })
    return { ...summary, is_more: isMore }
  })
  registerEndpoint(app, exportCompletions, async ({ body: { course, since, until, ce_broker: ceBroker }, member }) => ({
    name: ceBroker ? 'ce-broker.xlsx' : 'completions.csv',
    ...(ceBroker && { contentType: WORKBOOK_TYPE }),
    content: await exportAwards(deps, { slug: course, since, until, ceBroker, by: toStaff(member) }),
  }))
}
