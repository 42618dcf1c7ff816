import type { PageAddress } from '#shared/pages.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatClockTime } from '#shared/clock-time.ts'
import { AUTOPLAY_STATE } from '#web/client/navigation-state.ts'
import { Accordion } from '#web/ui/accordion.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { DownloadButton } from '#web/ui/download-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LectureParts } from '#features/catalog/courses/ui/lecture-parts.tsx'
import { NextStep } from '#web/ui/next-step.tsx'
import { NumberedName } from '#features/catalog/courses/ui/numbered-name.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Prose } from '#web/ui/prose.tsx'
import type { LectureListItem } from '../study.contract.ts'
import { type CourseLinks, getCourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import { CollapsedOnMobile } from './folded-on-phones.tsx'

type CourseOutlineProps = {
  course: {
    id: string
    lectureProgress: number
    lectures: readonly LectureListItem[]
    resources: { zip_url: string; bytes: number } | null
    exam?: 'none' | undefined
    gives_certificate?: boolean | undefined
  }
  open: string | undefined
  watching?: string
  /** True if the lecture has ended and the overlay has the primary button. */
  isAtEnd?: boolean
  /** The member's certificate, earned or issued. If there is one, the exam is no longer the next step. */
  certificate?: ReactNode
  /** True if the certificate was issued, so that its card has the primary button. */
  isCertified?: boolean
  /** Set in a preview, whose pages and files have other addresses. */
  links?: CourseLinks
  renderFile?: (file: { name: string; url: string }) => ReactNode
}

export function CourseOutline(props: CourseOutlineProps) {
  const { course, open, watching, isAtEnd = false, certificate, isCertified = false } = props
  const { links = getCourseLinks(course.id), renderFile = renderDownload } = props
  const hasLectures = course.lectures.length > 0
  const isFinished = hasLectures && course.lectures.every(({ is_completed: isCompleted }) => isCompleted)
  const lectures = hasLectures && (
    <Accordion
      // Keyed by the opened lecture, so that the accordion resets if the caller opens another one.
      key={open}
      open={open}
      items={course.lectures.map((lecture) => ({
        id: lecture.id,
        title: <LectureTitle lecture={lecture} />,
        isCurrent: lecture.id === watching,
        content: (
          <LecturePart
            lecture={lecture}
            watchAddress={lecture.id === watching ? undefined : links.getLecture(lecture.id)}
            renderFile={renderFile}
          />
        ),
      }))}
    />
  )
  const place = course.lectures.findIndex(({ id }) => id === watching)
  return (
    // On a lecture page, the outline is only navigation, so it is not printed.
    <div className={classes('flex flex-col gap-6', watching !== undefined && 'print:hidden')}>
      <h2 className="sr-only">Lectures</h2>
      <CourseProgress percent={course.lectureProgress} />
      {watching === undefined ? (
        <>
          {certificate}
          {hasLectures && !(certificate && isFinished) && (
            <ContinueLink course={course} links={links} isLater={isCertified} />
          )}
          {course.exam && course.gives_certificate && !isFinished && (
            <p className="text-sm text-muted">Complete all lectures to get your certificate of completion.</p>
          )}
          {lectures}
          {course.resources &&
            renderFile({
              name: `All downloadable resources (ZIP, ${formatMegabytes(course.resources.bytes)})`,
              url: course.resources.zip_url,
            })}
        </>
      ) : (
        <CollapsedOnMobile
          label={`Lecture ${place + 1} of ${course.lectures.length}`}
          hint="All lectures and their files"
        >
          {lectures}
        </CollapsedOnMobile>
      )}
      {/* Omitted if the link above already leads to the exam. */}
      {!course.exam && (watching !== undefined || !isFinished || certificate) && (
        <ButtonLink to={links.exam} variant={isFinished && !isAtEnd && !certificate ? 'study' : 'study-later'} wide>
          Take the Examination
        </ButtonLink>
      )}
    </div>
  )
}

const renderDownload: NonNullable<CourseOutlineProps['renderFile']> = (file) => <DownloadButton {...file} />

function formatMegabytes(bytes: number): string {
  return `${Math.max(0.1, bytes / 1e6).toFixed(1)} MB`
}

type ContinueLinkProps = Pick<CourseOutlineProps, 'course'> & { links: CourseLinks; isLater: boolean }

function ContinueLink({ course, links, isLater }: ContinueLinkProps) {
  const { lectureProgress, lectures, exam, gives_certificate: givesCertificate } = course
  const next = lectures.find(({ is_completed: isCompleted }) => !isCompleted)
  if (!next && exam)
    return (
      <NextStep
        lead="All lectures complete."
        title={givesCertificate ? 'Your certificate is on its way' : 'You completed this course'}
      >
        <ButtonLink to="/MyAcademy/" variant="study-later">
          My Academy
        </ButtonLink>
      </NextStep>
    )
  if (!next)
    return (
      <NextStep lead="All lectures complete. Score 80% or higher to earn your certificate." title="Ready for the exam?">
        <ButtonLink to={links.exam} variant="study">
          Take the Examination
        </ButtonLink>
      </NextStep>
    )
  const hasBegun = lectureProgress > 0
  return (
    <NextStep lead={hasBegun ? 'Next lecture' : 'First lecture'} title={next.lecture_name}>
      <ButtonLink
        prefetch="render"
        to={links.getLecture(next.id)}
        state={AUTOPLAY_STATE}
        variant={isLater ? 'study-later' : 'study'}
      >
        {hasBegun ? 'Continue' : 'Start'}
      </ButtonLink>
    </NextStep>
  )
}

function CourseProgress({ percent }: { percent: number }) {
  return (
    <div>
      <p id="course-progress" className="mb-2 flex items-baseline justify-between text-sm font-semibold">
        <span>Your progress</span>
        <span aria-live="polite" className="money text-study-ink">
          {percent}%
        </span>
      </p>
      <ProgressBar value={percent} max={100} labelledBy="course-progress" />
    </div>
  )
}

function LectureTitle({ lecture }: { lecture: LectureListItem }) {
  return (
    <span className="flex items-start gap-2">
      <NumberedName name={lecture.lecture_name} className="flex-1" />
      {/* The icon's space is reserved, so that completing a lecture does not rewrap its name. */}
      <Icon name="check-circle" className={classes('mt-1 text-study-ink', !lecture.is_completed && 'invisible')} />
      {lecture.is_completed && <span className="sr-only">completed</span>}
    </span>
  )
}

function describeLecture({ kind, seconds, reading_minutes: minutes }: LectureListItem): string {
  if (kind === 'text') return `Read lecture${minutes === undefined ? '' : ` (${minutes} min)`}`
  return `${kind === 'audio' ? 'Listen to' : 'Watch'} lecture${seconds === null ? '' : ` (${formatClockTime(seconds)})`}`
}

type LecturePartProps = Required<Pick<CourseOutlineProps, 'renderFile'>> & {
  lecture: LectureListItem
  /** Undefined if it is being watched. */
  watchAddress: PageAddress | undefined
}

function LecturePart({ lecture, watchAddress, renderFile }: LecturePartProps) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Prose html={lecture.lecture_description_html} />
      <LectureParts parts={lecture.sub_lecture.map(({ sub_lecture_title: title }) => title)} />
      {watchAddress !== undefined && (
        <Link to={watchAddress} className="inline-flex min-h-11 items-center gap-2 font-semibold text-study-ink">
          <Icon name={lecture.kind === 'text' ? 'book' : 'play'} />
          {describeLecture(lecture)}
        </Link>
      )}
      {lecture.attachments.length > 0 && (
        <section aria-label={`Downloadable Resources for ${lecture.lecture_name}`}>
          <h4 className="mb-2 font-sans text-sm font-semibold tracking-normal">Downloadable Resources</h4>
          <ul className="flex list-none flex-col gap-2">
            {lecture.attachments.map(({ file_name: name, file_url: url }) => (
              <li key={name}>{renderFile({ name, url })}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
