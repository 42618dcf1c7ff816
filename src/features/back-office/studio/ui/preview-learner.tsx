import type { ComponentProps } from 'react'
import type { CoursePlan, LecturePlan } from '#features/catalog/courses/course-model.contract.ts'
import type { CourseDetail } from '#features/catalog/courses/courses.contract.ts'
import { DarkTheme } from '#features/foundation/playback/ui/dark-theme.tsx'
import { ProductHeading } from '#features/foundation/products/ui/product-header.tsx'
import type { LectureListItem } from '#features/learning/study/study.contract.ts'
import type { CourseLinks } from '#features/catalog/courses/ui/course-links.ts'
import { CourseOutline } from '#features/learning/study/ui/course-outline.tsx'
import { OwnedCourseLayout } from '#features/learning/study/ui/owned-course-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { OpenProduct } from '../builder.contract.ts'
import { DraftPicture, listHandouts, renderDraftFile, UNPUBLISHED_ZIP } from './draft-files.tsx'
import { PreviewLecture } from './preview-lecture.tsx'

type PreviewLearnerProps = {
  opened: OpenProduct
  detail: CourseDetail
  /** The lecture to show instead of the course. */
  lecture: string | undefined
  links: CourseLinks
}

type LearnerViewProps = Omit<PreviewLearnerProps, 'lecture'> & { outline: OutlineProps }
type OutlineProps = Pick<ComponentProps<typeof CourseOutline>, 'course' | 'renderFile'> & { links: CourseLinks }

/** The draft as the pages of a learner who has just enrolled. Nothing is stored. */
export function PreviewLearner({ lecture, ...view }: PreviewLearnerProps) {
  const { opened, detail, links } = view
  const { lectures, exam, completion_certificate: givesCertificate } = opened.plan as unknown as CoursePlan
  const outline: OutlineProps = {
    course: {
      id: opened.id,
      lectureProgress: 0,
      lectures: detail.lectures.map((listed) => addFiles(listed, lectures)),
      resources: findResources(opened, lectures),
      ...(exam === 'none' && { exam, gives_certificate: givesCertificate }),
    },
    links,
    renderFile: renderDraftFile(opened),
  }
  const watched = outline.course.lectures.find(({ id }) => id === lecture)
  const plan = lectures.find(({ id }) => id === lecture)
  if (!watched || !plan) return <LearnerCourse {...view} outline={outline} />
  return (
    <DarkTheme>
      <PreviewLecture key={watched.id} {...view} {...outline} plan={plan} listed={watched} />
    </DarkTheme>
  )
}

function addFiles(listed: CourseDetail['lectures'][number], plans: readonly LecturePlan[]): LectureListItem {
  const attachments = plans.find(({ id }) => id === listed.id)?.attachments ?? []
  return {
    ...listed,
    is_completed: false,
    attachments: listHandouts(attachments).map(({ name, file }) => ({ file_name: name, file_url: file })),
  }
}

/** The ZIP file of all handouts, which publishing creates if there are at least two. */
function findResources({ files }: OpenProduct, lectures: readonly LecturePlan[]) {
  const handouts = lectures.flatMap(({ attachments }) => listHandouts(attachments))
  const bytes = handouts.map(({ file }) => files.find(({ id }) => id === file)?.bytes ?? 0)
  return handouts.length < 2 ? null : { zip_url: UNPUBLISHED_ZIP, bytes: bytes.reduce((sum, each) => sum + each, 0) }
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
      picture={<DraftPicture file={opened.plan.cover} product={opened.id} alt="" />}
      about={<Prose html={detail.course_full_description_html} />}
    />
  )
}
