import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { readNextStep } from './resume.contract.ts'
import { getWatchedPercent } from './resume.rules.ts'
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
          watched: getWatchedPercent(next.course.lectures),
          has_passed: next.course.hasPassed,
          lecture: next.lecture ? toLecture(next.lecture) : null,
        }
      : null,
    courses: courses.map(({ slug, watched, hasCertificate }) => ({
      id_: slug,
      watched,
      has_certificate: hasCertificate,
    })),
  }
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
