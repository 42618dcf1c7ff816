import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { useSite } from '#web/shell/site.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Prose } from '#web/ui/prose.tsx'
import type { ShownCourse } from '../courses.contract.ts'
import { CourseSection, Point } from './course-section.tsx'

type Instructor = NonNullable<ShownCourse['teacher']>

/** Names the instructor near the top of the page. Details follow further down. */
export function InstructorLine({ teacher }: { teacher: Instructor }) {
  return (
    <a href="#teacher" className="flex min-h-11 flex-col justify-center text-sm">
      <strong className="font-semibold text-link">{`Taught by ${teacher.name}`}</strong>
      <span className="text-muted">{teacher.credentials}</span>
    </a>
  )
}

export function CourseInstructor({ teacher }: { teacher: Instructor }) {
  const site = useSite()
  const { name, credentials, license, experience, is_founder: isFounder, html, image_url: src } = teacher
  const lines = [credentials, license, experience].filter((line) => line !== '')
  return (
    <CourseSection id="teacher" title="Your instructor">
      <div className="flex items-start gap-5">
        {src !== null && (
          <span className="w-24 shrink-0 overflow-hidden rounded-control border border-line">
            <Picture src={src} alt={`Portrait of ${name}`} sizes="6rem" shape="upright" />
          </span>
        )}
        <div className="min-w-0">
          <h3 className="font-sans text-base font-semibold tracking-normal">{name}</h3>
          {isFounder && <p className="text-sm font-semibold text-link">Founder of {site?.name}</p>}
          {lines.map((line) => (
            <p key={line} className="text-sm text-muted">
              {line}
            </p>
          ))}
          {isFounder && (
            <Link
              to={pageAddress('/About/')}
              className="inline-flex min-h-11 items-center text-sm text-link underline underline-offset-4 sm:min-h-8"
            >
              {`More about ${name}`}
            </Link>
          )}
        </div>
      </div>
      {html !== '' && <Prose html={html} className="mt-4" />}
    </CourseSection>
  )
}

export function CourseCertificate({ says: said }: { says: ShownCourse['certificate'] }) {
  if (said.length === 0) return null
  return (
    <CourseSection id="certificate" title="What the certificate is, and isn’t">
      <ul className="flex list-none flex-col gap-3">
        {said.map(({ is, says, more }) => (
          <Point key={says} icon={is ? 'check-circle' : 'close'}>
            <strong className="font-semibold">{says}</strong> {more}
          </Point>
        ))}
      </ul>
    </CourseSection>
  )
}

export function CourseFaq({ asked }: { asked: ShownCourse['common_questions'] }) {
  if (asked.length === 0) return null
  return (
    <CourseSection id="questions" title="FAQ">
      <dl className="flex flex-col gap-5">
        {asked.map(({ question, reply_html: html }) => (
          <div key={question}>
            <dt className="mb-1 font-semibold">{question}</dt>
            <dd>
              <Prose html={html} />
            </dd>
          </div>
        ))}
      </dl>
    </CourseSection>
  )
}

export function CourseSources({ sources }: { sources: ShownCourse['citations'] }) {
  if (sources.length === 0) return null
  return (
    <CourseSection id="sources" title="Sources">
      <ul className="flex list-none flex-col gap-1 text-sm">
        {sources.map(({ title, publisher, url }) => (
          <li key={url}>
            <a
              href={url}
              rel="noreferrer"
              className="block py-1 wrap-anywhere text-link underline-offset-4 hover:underline"
            >
              {title}
            </a>
            <span className="text-muted">{publisher}</span>
          </li>
        ))}
      </ul>
    </CourseSection>
  )
}
