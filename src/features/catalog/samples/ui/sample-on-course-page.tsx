import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { ApiError, call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { readSample } from '../samples.contract.ts'
import { fetchMedia, toRecording } from './sample-player.tsx'
import '#web/ui/members.css'

type SampleOnCoursePageProps = { courseId: string; still: ReactNode; onStop: () => void }

/** The free lecture in place of the course's picture, once its Play was pressed. */
export default function SampleOnCoursePage({ courseId: id, still, onStop }: SampleOnCoursePageProps) {
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof openSample>>>()
  const [failure, setFailure] = useState<string>()
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  useEffect(() => {
    openSample(id).then(setOpened, (error) => {
      console.error(error)
      setFailure(error instanceof ApiError ? error.message : 'Check your connection and try again.')
    })
  }, [id])
  // The pressed button is gone.
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
  const { sample, recording, PlayingSample } = opened
  return (
    <div className="flex flex-col gap-1">
      <PlayingSample
        sample={sample}
        isOnCoursePage
        recording={recording}
        media={media}
        onMedia={setMedia}
        renew={async () => toRecording(sample, await fetchMedia(id))}
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

async function openSample(id: string) {
  const [sample, media, { PlayingSample }] = await Promise.all([
    call<typeof readSample>('GET /Academy/api/course/:id/sample/', { params: { id } }),
    fetchMedia(id),
    import('./played-sample.tsx'),
  ])
  return { sample, recording: toRecording(sample, media), PlayingSample }
}
