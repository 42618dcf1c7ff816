import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { getProgressPercent } from '#shared/progress-percent.ts'
import { readNextStep } from './resume.contract.ts'
import type { StudiedCourse } from './resume.rules.ts'
import { getStudyState } from './resume.service.ts'

export function resumeRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readNextStep, async ({ member }) => toNextStep(await getStudyState(deps, member.id)))
}

function toNextStep({ next, courses }: Awaited<ReturnType<typeof getStudyState>>): EndpointReply<typeof readNextStep> {
  return {
    next: next
      ? {
          course_id: next.course.slug,
          course_name: next.course.title,
          watched: getPercentComplete(next.course),
          has_passed: next.course.hasPassed,
          lecture: next.lecture ? toLecture(next.lecture) : null,
        }
      : null,
    courses: courses.map((course) => ({
      id_: course.slug,
      watched: getPercentComplete(course),
      has_certificate: course.hasCertificate,
      ...(!course.hasExam && { exam: 'none' as const }),
    })),
  }
}

function getPercentComplete({ lectures }: StudiedCourse): number {
  const completed = lectures.filter(({ isCompleted }) => isCompleted).length
  return getProgressPercent({ completed, lectures: lectures.length })
}

function toLecture({
  slug,
  name,
  seconds,
  position,
}: NonNullable<NonNullable<Awaited<ReturnType<typeof getStudyState>>['next']>['lecture']>) {
  return {
    id: slug,
    lecture_name: name,
    seconds_left: seconds === null ? null : Math.max(0, Math.floor(seconds - position)),
    is_begun: position > 0,
  }
}
