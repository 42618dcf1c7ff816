import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { type Contest, contestQuestion, listContests } from './contests.contract.ts'
import { contest, ownContests } from './contests.service.ts'

export function contestRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, contestQuestion, async ({ body: { paper, question_id: questionId, reason, source }, member }) => {
    await contest(deps, member.id, { paperId: paper, questionId, reason, source })
    return { message: 'Sent. Somebody of ours reads it and writes to you.' }
  })
  serve(app, listContests, async ({ member }) => (await ownContests(deps, member.id)).map(toShow))
}

function toShow({ courseName, sentOn, ...each }: Awaited<ReturnType<typeof ownContests>>[number]): Contest {
  return { ...each, course_name: courseName, sent_on: sentOn }
}
