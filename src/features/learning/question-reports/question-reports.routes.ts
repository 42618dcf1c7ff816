import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { type Contest, contestQuestion, listContests, listHandedIn } from './question-reports.contract.ts'
import { contest, ownContests, papersOf } from './question-reports.service.ts'

export function contestRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, contestQuestion, async ({ body: { paper, question_id: questionId, reason, source }, member }) => {
    await contest(deps, member.id, { paperId: paper, questionId, reason, source })
    return { message: 'Sent. Somebody of ours reads it and writes to you.' }
  })
  serve(app, listContests, async ({ member }) => (await ownContests(deps, member.id)).map(toShow))
  serve(app, listHandedIn, async ({ member }) =>
    (await papersOf(deps, member.id)).map(({ paper, courseName, handedInOn, questions }) => ({
      paper,
      course_name: courseName,
      handed_in_on: handedInOn,
      questions,
    })),
  )
}

function toShow({ courseName, sentOn, ...each }: Awaited<ReturnType<typeof ownContests>>[number]): Contest {
  return { ...each, course_name: courseName, sent_on: sentOn }
}
