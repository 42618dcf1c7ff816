import { useState } from 'react'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import { useFileAddress } from '#features/catalog/uploads/ui/use-file-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { OpenProduct } from '../builder.contract.ts'

type PlanFile = OpenProduct['files'][number]
export type PlanRecording = { id: string; name: string; file: PlanFile; captions: string | null }

type RecordingSource = {
  id?: string
  name: string
  video?: string | null
  audio?: string | null
  captions?: string | null
}

/** Recordings by lecture, each with the lecture's name; an episode has only one. */
export function listRecordings({ kind, plan, files }: OpenProduct): PlanRecording[] {
  const parts: RecordingSource[] =
    kind === 'course' ? (plan as unknown as CoursePlan).lectures : [plan as RecordingSource]
  return parts.flatMap(({ id = 'whole', name, video, audio, captions = null }) => {
    const file = files.find((each) => each.id === video || each.id === audio)
    return file ? [{ id, name: name || file.name, file, captions }] : []
  })
}

export function PreviewRecordings({ recordings, product }: { recordings: PlanRecording[]; product: string }) {
  if (recordings.length === 0) return null
  return (
    <section aria-labelledby="recordings">
      <h2 id="recordings" className="mb-4 text-xl">
        Recordings
      </h2>
      <ul className="flex flex-col gap-3">
        {recordings.map((recording) => (
          <li key={recording.id}>
            <Recording recording={recording} product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type RecordingProps = { recording: PlanRecording; product: string }

/** Loads nothing until the editor asks for it. */
function Recording({ recording, product }: RecordingProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <RecordingPlayer recording={recording} product={product} />
  return (
    <Button variant="quiet" onClick={() => setOpen(true)}>
      <Icon name={isVideo(recording) ? 'video' : 'audio'} />
      Play {recording.name}
    </Button>
  )
}

/** Unless it `startsPaused`, the editor asked for it, so it plays immediately and takes the focus from the button. */
type PlayerProps = RecordingProps & { startsPaused?: boolean }

export function RecordingPlayer({ recording, ...player }: PlayerProps) {
  return recording.captions === null ? (
    <Player recording={recording} {...player} />
  ) : (
    <PlayerWithCaptions recording={recording} {...player} captions={recording.captions} />
  )
}

function PlayerWithCaptions({ captions, ...player }: PlayerProps & { captions: string }) {
  const address = useFileAddress(captions, player.product)
  if (address === undefined) return <Skeleton className="aspect-video" />
  return <Player {...player} captions={address} />
}

function Player({
  recording,
  product,
  captions = null,
  startsPaused = false,
}: PlayerProps & { captions?: string | null }) {
  const address = useFileAddress(recording.file.id, product)
  if (address === undefined) return <Skeleton className="aspect-video" />
  if (address === null) return <Notice kind="error">This file can’t be played. Try again in a moment.</Notice>
  const track = captions !== null && <track default kind="captions" srcLang="en" label="English" src={captions} />
  const start = !startsPaused && { ref: takeFocus, autoPlay: true }
  const shared = { ...start, controls: true, src: address, 'aria-label': recording.name }
  // A draft may have no captions yet.
  return isVideo(recording) ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video {...shared} className="aspect-video w-full rounded-card">
      {track}
    </video>
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <audio {...shared} className="w-full">
      {track}
    </audio>
  )
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

function isVideo({ file }: PlanRecording): boolean {
  return file.content_type.startsWith('video/')
}
