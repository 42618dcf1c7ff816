import { useState } from 'react'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import type { CourseDetail } from '#features/catalog/courses/courses.contract.ts'
import { FREE_LECTURE_CLASS, FreeLecture } from '#features/catalog/courses/ui/course-picture.tsx'
import { CourseValue } from '#features/catalog/courses/ui/course-value.tsx'
import { CourseView } from '#features/catalog/courses/ui/course-view.tsx'
import { toShownCourse } from '#features/catalog/courses/ui/shown-course.ts'
import { useFileAddress } from '#features/catalog/uploads/ui/use-file-address.ts'
import { ProductPicture } from '#features/foundation/products/ui/product-header.tsx'
import type { OpenProduct } from '../builder.contract.ts'
import { PreviewOffer } from './preview-offer.tsx'
import { listRecordings, RecordingPlayer } from './preview-recordings.tsx'

type PreviewCourseProps = { opened: OpenProduct; detail: CourseDetail }

/** The course's page, with pictures from the draft. */
export function PreviewCourse(props: PreviewCourseProps) {
  const { portrait } = (props.opened.plan as unknown as CoursePlan).teacher
  return portrait === null ? <View {...props} /> : <ViewWithPortrait {...props} portrait={portrait} />
}

function ViewWithPortrait({ portrait, opened, detail }: PreviewCourseProps & { portrait: string }) {
  const address = useFileAddress(portrait, opened.id) ?? null
  const teacher = detail.teacher && { ...detail.teacher, image_url: address }
  return <View opened={opened} detail={{ ...detail, teacher }} />
}

function View({ opened, detail }: PreviewCourseProps) {
  const course = toShownCourse(detail)
  const { course_name: name, price } = course
  return (
    <CourseView
      course={course}
      picture={<PreviewCoursePicture opened={opened} detail={detail} />}
      offer={<PreviewOffer kind="course" name={name} price={price} summary={<CourseValue course={course} />} />}
      isOffered={price !== ''}
      paysHere={false}
    />
  )
}

function PreviewCoursePicture({ opened, detail: { course_name: alt, sample } }: PreviewCourseProps) {
  const [isPlaying, setPlaying] = useState(false)
  const picture = <PreviewPicture file={opened.plan.cover} product={opened.id} alt={alt} />
  const free = (opened.plan as unknown as CoursePlan).lectures.find((lecture) => lecture.sample)
  const recording = listRecordings(opened).find(({ id }) => id === free?.id)
  if (!sample || !recording) return picture
  if (isPlaying) return <RecordingPlayer recording={recording} product={opened.id} />
  return (
    <div className="relative">
      {picture}
      <button type="button" className={`${FREE_LECTURE_CLASS} w-full`} onClick={() => setPlaying(true)}>
        <FreeLecture seconds={sample.seconds} />
      </button>
    </div>
  )
}

type PictureProps = { file: string | null; product: string; alt: string }

/** A picture of a draft, which only staff can load. */
export function PreviewPicture({ file, product, alt }: PictureProps) {
  return file === null ? <ProductPicture alt={alt} /> : <DraftPicture file={file} product={product} alt={alt} />
}

function DraftPicture({ file, product, alt }: PictureProps & { file: string }) {
  const src = useFileAddress(file, product)
  return <ProductPicture key={src} src={src ?? null} alt={alt} />
}
