import { type ReactNode, useEffect, useState } from 'react'
import type { CoursePlan, LecturePlan } from '#features/catalog/courses/course-model.contract.ts'
import type { CourseDetail } from '#features/catalog/courses/courses.contract.ts'
import { FREE_LECTURE_CLASS, FreeLecture } from '#features/catalog/courses/ui/course-picture.tsx'
import { CourseValue } from '#features/catalog/courses/ui/course-value.tsx'
import { CourseView } from '#features/catalog/courses/ui/course-view.tsx'
import { toShownCourse } from '#features/catalog/courses/ui/shown-course.ts'
import { fetchFileAddress, useFileAddress } from '#features/catalog/uploads/ui/use-file-address.ts'
import { Player, type Recording } from '#features/foundation/playback/ui/player.tsx'
import type { OpenProduct } from '../builder.contract.ts'
import { DraftPicture, UnplayableFile, useRecordingAddresses } from './draft-files.tsx'
import { PreviewOffer } from './preview-offer.tsx'

type PreviewCourseProps = { opened: OpenProduct; detail: CourseDetail }

/** The course's page, with pictures from the draft. */
export function PreviewCourse({ opened, detail }: PreviewCourseProps) {
  const { portrait } = (opened.plan as unknown as CoursePlan).teacher
  const address = useFileAddress(portrait, opened.id) ?? null
  const teacher = detail.teacher && { ...detail.teacher, image_url: address }
  const course = toShownCourse({ ...detail, teacher })
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

function PreviewCoursePicture({ opened, detail: { course_name: name, sample } }: PreviewCourseProps) {
  const [isPlaying, setPlaying] = useState(false)
  const picture = <DraftPicture file={opened.plan.cover} product={opened.id} alt={name} />
  const free = (opened.plan as unknown as CoursePlan).lectures.find((lecture) => lecture.sample)
  if (!sample || !free) return picture
  // A text opens on its own page.
  const isPlayable = sample.kind !== 'text'
  const still = (
    <div className="relative">
      {picture}
      <button
        type="button"
        className={`${FREE_LECTURE_CLASS} w-full`}
        disabled={!isPlayable}
        onClick={() => setPlaying(true)}
      >
        <FreeLecture sample={sample} isLoading={isPlaying} />
      </button>
    </div>
  )
  return isPlaying ? <DraftSample product={opened.id} album={name} lecture={free} still={still} /> : still
}

type DraftSampleProps = { product: string; album: string; lecture: LecturePlan; still: ReactNode }

function DraftSample({ product, album, lecture, still }: DraftSampleProps) {
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  const addresses = useRecordingAddresses(lecture, product)
  const { video, audio, name: title } = lecture
  const recordingFile = video ?? audio
  // The button that had the focus no longer exists, so the video takes the focus.
  useEffect(() => media?.focus(), [media])
  if (addresses === undefined) return still
  const { videoUrl, audioUrl, captionsUrl, posterUrl } = addresses
  const url = videoUrl ?? audioUrl
  if (recordingFile === null || url === null) return <UnplayableFile />
  const recording: Recording = {
    kind: video === null ? 'audio' : 'video',
    fileId: null,
    title,
    url,
    captionsUrl,
    posterUrl,
    album,
    coverUrl: null,
    startAt: 0,
  }
  const renew = async () => ({ ...recording, url: await fetchFileAddress(recordingFile, product) })
  return <Player recording={recording} media={media} onMedia={setMedia} renew={renew} />
}
