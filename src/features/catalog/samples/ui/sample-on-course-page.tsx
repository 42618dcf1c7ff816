import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { ApiError } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { fetchMedia, type openSample, type SampleMedia } from './open-sample.ts'
import { PlayingSample } from './played-sample.tsx'
import { toRecording } from './sample-player.tsx'
import '#web/ui/members.css'

type SampleOnCoursePageProps = {
  courseId: string
  opening: ReturnType<typeof openSample>
  posterUrl: string | null
  still: ReactNode
  onStop: () => void
}

/** The free lecture, which replaces the course's picture after a click on Play. */
export default function SampleOnCoursePage({
  courseId: id,
  opening,
  posterUrl,
  still,
  onStop,
}: SampleOnCoursePageProps) {
  const [opened, setOpened] = useState<Awaited<typeof opening>>()
  const [failure, setFailure] = useState<string>()
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  useEffect(() => {
    opening.then(setOpened, (error) => {
      console.error(error)
      setFailure(error instanceof ApiError ? error.message : 'Check your connection and try again.')
    })
  }, [opening])
  // The button that had the focus no longer exists, so the video takes the focus.
  useEffect(() => {
    if (media && document.activeElement === document.body) media.focus()
  }, [media])

  if (failure !== undefined) {
    return (
      <Notice
        kind="error"
        action={
          <Button variant="quiet" onClick={onStop}>
            Close
          </Button>
        }
      >
        We couldn’t load the lecture. {failure}
      </Notice>
    )
  }
  if (!opened) return still
  const [sample, files] = opened
  const record = (from: SampleMedia) => ({ ...toRecording(sample, from), posterUrl })
  return (
    <div className="flex flex-col gap-1">
      <PlayingSample
        sample={sample}
        isOnCoursePage
        recording={record(files)}
        media={media}
        onMedia={setMedia}
        renew={async () => record(await fetchMedia(id))}
      />
      <p className="text-sm">
        <Link
          to={pageAddress('/Course/:id/Sample/', { id })}
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4 sm:min-h-8"
        >
          Read the transcript
        </Link>
      </p>
    </div>
  )
}
