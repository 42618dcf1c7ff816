import { useRouteLoaderData } from 'react-router'
import type { readSiteFrame } from '#features/site/site.contract.ts'
import type { ReplyOf } from '#shared/endpoint.ts'

/** What the root page has loaded for all others: settings of the site, and the courses that may be named anywhere. */
export type Site = ReplyOf<typeof readSiteFrame> & { courses: { id: string; name: string }[] }

/** Undefined only where the root page itself could not load, on the error page. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}

/** The address of the course of this name, or the list of courses where there is none. */
export function courseAddress(courses: Site['courses'], name: string): string {
  const course = courses.find((each) => each.name.toLowerCase() === name.toLowerCase())
  return course ? `/Course/${course.id}` : '/Courses/'
}

/** The courses that the specification names on the home page and in the footer. */
export const POPULAR_COURSES = [
  'Defense Medical Exam Training',
  'Defense Medical Exam Observation Practice',
  'Unethical Defense Medical Exam Challenges',
] as const
