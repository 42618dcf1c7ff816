import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { readNextStep } from './resume.contract.ts'
import { watchedPercent } from './resume.rules.ts'
import { studyOf } from './resume.service.ts'

export function continuingRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readNextStep, async ({ member }) => toGoOn(await studyOf(deps, member.id)))
}

function toGoOn({ next, courses }: Awaited<ReturnType<typeof studyOf>>): ReplyOf<typeof readNextStep> {
  return {
    next: next
      ? {
          course_id: next.course.slug,
          course_name: next.course.title,
          watched: watchedPercent(next.course.lectures),
          lecture: next.lecture ? lectureToGoOn(next.lecture) : null,
        }
      : null,
    courses: courses.map(({ slug, watched, hasCertificate }) => ({
      id_: slug,
      watched,
      has_certificate: hasCertificate,
    })),
  }
}

function lectureToGoOn({
  slug,
  name,
  seconds,
  position,
}: NonNullable<NonNullable<Awaited<ReturnType<typeof studyOf>>['next']>['lecture']>) {
  return {
    id: slug,
    lecture_name: name,
    seconds_left: seconds === null ? null : Math.max(0, Math.floor(seconds - position)),
    is_begun: position > 0,
  }
}
