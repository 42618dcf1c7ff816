import type { CoursePlan, LecturePlan } from '#features/catalog/courses/course-model.contract.ts'
import type { CourseDetail } from '#features/catalog/courses/courses.contract.ts'
import { useFileAddress } from '#features/catalog/uploads/ui/use-file-address.ts'
import { DarkTheme } from '#features/foundation/playback/ui/dark-theme.tsx'
import { ProductHeading } from '#features/foundation/products/ui/product-header.tsx'
import type { LectureListItem, PracticeQuestion } from '#features/learning/study/study.contract.ts'
import type { CourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import { CourseOutline } from '#features/learning/study/ui/course-outline.tsx'
import {
  LECTURE_HEAD_CLASS,
  LECTURE_TITLE_CLASS,
  LectureLayout,
  NextLecture,
} from '#features/learning/study/ui/lecture-layout.tsx'
import { OwnedCourseLayout } from '#features/learning/study/ui/owned-course-layout.tsx'
import { PracticeQuestions } from '#features/learning/study/ui/practice-questions.tsx'
import { Button } from '#web/ui/button.tsx'
import { DownloadButton } from '#web/ui/download-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { OpenProduct } from '../builder.contract.ts'
import { PreviewPicture } from './preview-course.tsx'
import { listRecordings, RecordingPlayer } from './preview-recordings.tsx'

type PreviewLearnerProps = {
  opened: OpenProduct
  detail: CourseDetail
  /** The lecture to show instead of the course. */
  lecture: string | undefined
  links: CourseLinks
}

type LearnerViewProps = Omit<PreviewLearnerProps, 'lecture'> & { outline: OutlineProps }
type OutlineProps = Pick<Parameters<typeof CourseOutline>[0], 'course' | 'links' | 'renderFile'>

/** The draft as the pages of a learner who has just enrolled. Nothing is stored. */
export function PreviewLearner({ lecture, ...view }: PreviewLearnerProps) {
  const { opened, detail, links } = view
  const { lectures } = opened.plan as unknown as CoursePlan
  const outline: OutlineProps = {
    course: {
      id: opened.id,
      lectureProgress: 0,
      lectures: detail.lectures.map((listed) => addFiles(listed, lectures)),
      resources: null,
    },
    links,
    renderFile: ({ name, url }) => <DraftDownload name={name} file={url} product={opened.id} />,
  }
  const watched = outline.course.lectures.find(({ id }) => id === lecture)
  if (!watched) return <LearnerCourse {...view} outline={outline} />
  return (
    <DarkTheme>
      <LearnerLecture key={watched.id} {...view} outline={outline} lecture={watched} />
    </DarkTheme>
  )
}

/** Only staff can load the files of a draft, so each attachment has the ID of its file instead of a URL. */
function addFiles(listed: CourseDetail['lectures'][number], plans: readonly LecturePlan[]): LectureListItem {
  const attachments = plans.find(({ id }) => id === listed.id)?.attachments ?? []
  return {
    ...listed,
    is_completed: false,
    attachments: attachments.flatMap(({ name, file }) =>
      file === null ? [] : [{ file_name: name.trim() || 'Untitled', file_url: file }],
    ),
  }
}

function DraftDownload({ name, file, product }: { name: string; file: string; product: string }) {
  const url = useFileAddress(file, product)
  if (url === undefined) return <Skeleton className="h-11" />
  if (url === null) return <Notice kind="error">This file can’t be opened. Try again in a moment.</Notice>
  return <DownloadButton name={name} url={url} />
}

function LearnerCourse({ opened, detail, outline }: LearnerViewProps) {
  return (
    <OwnedCourseLayout
      back={
        <div inert>
          <BackLink to="/MyAcademy/">My Academy</BackLink>
        </div>
      }
      words={
        <>
          <ProductHeading title={detail.course_name} text={detail.course_short_description} />
          <div inert>
            <Button variant="quiet" className="mt-4 max-sm:w-full">
              <Icon name="mail" />
              Course discussions
            </Button>
          </div>
        </>
      }
      outline={<CourseOutline {...outline} open={outline.course.lectures[0]?.id} />}
      picture={<PreviewPicture file={opened.plan.cover} product={opened.id} alt="" />}
      about={<Prose html={detail.course_full_description_html} />}
    />
  )
}

function LearnerLecture({ opened, detail, links, outline, lecture }: LearnerViewProps & { lecture: LectureListItem }) {
  const recording = listRecordings(opened).find(({ id }) => id === lecture.id)
  const practice = listPractice(opened, lecture.id)
  const { lectures } = outline.course
  const next = lectures[lectures.indexOf(lecture) + 1]
  return (
    <LectureLayout
      film={
        <>
          <div className={LECTURE_HEAD_CLASS}>
            <BackLink to={links.course}>{detail.course_name}</BackLink>
            <h1 className={LECTURE_TITLE_CLASS}>{lecture.lecture_name}</h1>
          </div>
          {recording ? (
            <RecordingPlayer recording={recording} product={opened.id} startsPaused />
          ) : (
            <Notice kind="info">This lecture has no video yet.</Notice>
          )}
          <Prose html={lecture.lecture_description_html} className="mt-5" />
        </>
      }
      outline={<CourseOutline {...outline} open={lecture.id} watching={lecture.id} />}
      words={
        <>
          {practice.length > 0 && <PracticeQuestions questions={practice} media={null} />}
          {next && <NextLecture to={links.getLecture(next.id)} name={next.lecture_name} />}
        </>
      }
      discussions={null}
    />
  )
}

/** The lecture's practice questions, without incomplete ones. */
function listPractice({ plan, findings }: OpenProduct, lecture: string): PracticeQuestion[] {
  const { lectures } = plan as unknown as CoursePlan
  const isWrong = (id: string) =>
    findings.some(({ at }) => at.slice(0, 4).join('/') === `lectures/${lecture}/practice/${id}`)
  return (lectures.find(({ id }) => id === lecture)?.practice ?? [])
    .filter(({ id }) => !isWrong(id))
    .map(({ question, options, answer, rationale }) => ({
      question,
      options: options.map(({ text }) => text),
      answer: options.findIndex(({ id }) => id === answer),
      rationale,
    }))
}
