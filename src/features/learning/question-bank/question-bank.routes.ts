import type { FastifyInstance } from 'fastify'
import {
  analysisOfCourse,
  effectOfKey,
  type Figures,
  keysToMarkBy,
  markAgain,
  type MarkingEffect,
} from '#features/learning/exams/exams.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { counted } from '#shared/counted.ts'
import { minuteOf } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { staffOf } from '#shared/policy.ts'
import { readQuestionFile as readFile } from './question-files.service.ts'
import { markQuestionAgain, readKeyEffect, readQuestionFigures, readQuestionFile } from './question-bank.contract.ts'

export function questionRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readQuestionFile, async ({ member, body: { name, content } }) => {
    const read = await readFile({ name, bytes: Buffer.from(content, 'base64') }, member.id)
    if ('mistakes' in read) return { questions: [], mistakes: read.mistakes, more_mistakes: read.more }
    const questions = read.questions.map(({ answerIndex, ...question }) => ({ ...question, answer: answerIndex }))
    return { questions, mistakes: [], more_mistakes: 0 }
  })
  serve(app, readQuestionFigures, async ({ params: { id } }) => {
    const { timeZone } = await readSite(deps.db)
    const questions = (await analysisOfCourse(deps, id)).map(({ key, versions }) => ({
      key,
      versions: versions.map(({ version, since, question, options, answerIndex, figures }) => ({
        version,
        since: minuteOf(since, timeZone).slice(0, 10),
        question,
        options,
        answer: answerIndex,
        figures: shownFigures(figures),
      })),
    }))
    return { questions, to_mark: (await keysToMarkBy(deps, id)).map(shownMarking) }
  })
  serve(app, readKeyEffect, async ({ params: { id, key }, body: { right } }) => {
    const effect = await effectOfKey(deps, id, { key, right })
    return { effect: effect ? shownMarking(effect) : null }
  })
  serve(app, markQuestionAgain, async ({ params: { id, key }, member }) => {
    const { attempts, members, morePass } = await markAgain(deps, { courseId: id, key, by: staffOf(member) })
    const whose = `${counted(attempts, 'attempt')} of ${counted(members, 'member')}`
    return {
      message: `${whose} ${attempts === 1 ? 'is' : 'are'} marked again; ${morePass === 0 ? 'nobody more has' : `${morePass} more ${morePass === 1 ? 'has' : 'have'}`} passed.`,
    }
  })
}

type Shown = ReplyOf<typeof readQuestionFigures>

function shownFigures(figures: Figures): Shown['questions'][number]['versions'][number]['figures'] {
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

function shownMarking({ morePass, ...effect }: MarkingEffect): Shown['to_mark'][number] {
  return { ...effect, more_pass: morePass }
}
