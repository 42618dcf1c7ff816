import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { useSite } from '#web/shell/site.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Prose } from '#web/ui/prose.tsx'
import type { CourseInShop } from '../courses.contract.ts'

type Teacher = NonNullable<CourseInShop['teacher']>

export function CourseTeacher({ teacher }: { teacher: Teacher }) {
  const site = useSite()
  const { name, credentials, license, experience, images, image_url: src, is_founder: isFounder, html } = teacher
  const lines = [credentials, license, experience].filter((line) => line !== '')
  return (
    <section aria-labelledby="teacher">
      <h2 id="teacher" className="mb-4 text-xl">
        Who teaches
      </h2>
      <div className="flex items-start gap-5">
        {(images.length > 0 || src !== null) && (
          <div className="w-24 shrink-0 overflow-hidden rounded-card border border-line">
            <Picture images={images} src={src} alt={`Portrait of ${name}`} sizes="6rem" shape="upright" />
          </div>
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
              More about {name}
            </Link>
          )}
        </div>
      </div>
      {html !== '' && <Prose html={html} className="mt-4" />}
    </section>
  )
}

const SAID: readonly { icon: IconName; says: string; more: string }[] = [
  {
    icon: 'check-circle',
    says: 'A certificate of completion.',
    more: 'It says that you completed this course and scored 80% or more in its examination. It has a page of its own, where an attorney can check it.',
  },
  {
    icon: 'close',
    says: 'Not a license, and not the LNCC or another certification.',
    more: 'Those are given by boards that test your practice.',
  },
  { icon: 'close', says: 'No contact hours.', more: 'It does not count toward the renewal of a nursing license.' },
]

/** What the certificate is, and what nobody should buy it for. */
export function CourseCertificate() {
  return (
    <section aria-labelledby="certificate">
      <h2 id="certificate" className="mb-4 text-xl">
        What the certificate is, and is not
      </h2>
      <ul className="flex list-none flex-col gap-3">
        {SAID.map(({ icon, says, more }) => (
          <li key={says} className="flex gap-3">
            <Icon name={icon} className="mt-1 text-muted" />
            <span className="max-w-text min-w-0">
              <strong className="font-semibold">{says}</strong> {more}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function CourseQuestions({ asked }: { asked: CourseInShop['common_questions'] }) {
  if (asked.length === 0) return null
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="mb-4 text-xl">
        Asked before buying
      </h2>
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
    </section>
  )
}

export function CourseSources({ sources }: { sources: readonly string[] }) {
  if (sources.length === 0) return null
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="mb-3 text-xl">
        Sources
      </h2>
      <ul className="list-none text-sm">
        {sources.map((source) => (
          <li key={source}>
            <a
              href={source}
              rel="noreferrer"
              className="flex min-h-11 items-center text-link underline-offset-4 hover:underline sm:min-h-8"
            >
              <span className="min-w-0 truncate">{withoutProtocol(source)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function withoutProtocol(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
