import type { FastifyInstance } from 'fastify'
import {
  analyzeCourse,
  analyzeReliability,
  getKeyEffect,
  type QuestionStats,
  type Reliability,
  listPendingRegrades,
  applyRegrade,
  type KeyEffect,
} from '#features/learning/exams/exams.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatDay } from '#shared/dates.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { readQuestionFile as readFile } from './question-import.service.ts'
import { regradeQuestion, readKeyEffect, readQuestionStats, readQuestionFile } from './question-bank.contract.ts'

export function questionRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readQuestionFile, async ({ member, body: { name, content } }) => {
    const read = await readFile({ name, bytes: Buffer.from(content, 'base64') }, member.id)
    const questions = read.questions.map(({ answerIndex, ...question }) => ({ ...question, answer: answerIndex }))
    return { questions, refused: read.refused, mistakes: read.mistakes, more_mistakes: read.more }
  })
  registerEndpoint(app, readQuestionStats, async ({ params: { id } }) => {
    const { timeZone } = await readSite(deps.db)
    const questions = (await analyzeCourse(deps, id)).map(({ key, versions }) => ({
      key,
      versions: versions.map(({ version, since, question, options, answerIndex, figures }) => ({
        version,
        since: formatDay(since, timeZone),
        question,
        options,
        answer: answerIndex,
        figures: toStatsView(figures),
      })),
    }))
    return {
      questions,
      to_mark: (await listPendingRegrades(deps, id)).map(toRegradeView),
      reliability: toReliabilityView(await analyzeReliability(deps, id)),
    }
  })
  registerEndpoint(app, readKeyEffect, async ({ params: { id, key }, body: { right } }) => {
    const effect = await getKeyEffect(deps, id, { key, right })
    return { effect: effect ? toRegradeView(effect) : null }
  })
  registerEndpoint(app, regradeQuestion, async ({ params: { id, key }, member }) => {
    const { attempts, members, morePass } = await applyRegrade(deps, { courseId: id, key, by: toStaff(member) })
    const whose = `${pluralize(attempts, 'attempt')} by ${pluralize(members, 'member')}`
    return {
      message: `${whose} regraded. ${morePass === 0 ? 'No one else' : `${morePass} more`} passed.`,
    }
  })
}

type QuestionStatsView = EndpointReply<typeof readQuestionStats>

function toStatsView(figures: QuestionStats): QuestionStatsView['questions'][number]['versions'][number]['figures'] {
  const { members } = figures
  if (figures.isTooFew)
    return { members, is_too_few: true, right: null, discrimination: null, chosen: [], left_out: null, attracts: null }
  const { shareRight, discrimination, chosen, leftOut, attracts } = figures
  return {
    members,
    is_too_few: false,
    right: shareRight,
    discrimination: discrimination ?? null,
    chosen,
    left_out: leftOut,
    attracts: attracts?.option ?? null,
  }
}

function toReliabilityView(reliability: Reliability): QuestionStatsView['reliability'] {
  const { members, isTooFew } = reliability
  if (isTooFew) return { members, is_too_few: true, kr20: null, sem: null, asked: null }
  const { asked, estimate } = reliability
  return { members, is_too_few: false, kr20: estimate?.kr20 ?? null, sem: estimate?.sem ?? null, asked }
}

function toRegradeView({ morePass, ...effect }: KeyEffect): QuestionStatsView['to_mark'][number] {
  return { ...effect, more_pass: morePass }
}
