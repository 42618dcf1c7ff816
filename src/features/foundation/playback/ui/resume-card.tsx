import { formatClockTime } from '#shared/clock-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NextStep } from '#web/ui/next-step.tsx'
import { VideoOverlay } from './video-overlay.tsx'

const STARTED = 'Welcome back'

type ResumeCardProps = { kind: 'audio' | 'video'; startAt: number; onResume: () => void; onStartOver: () => void }

/**
 * Offers to resume at the stored position, which may be from another device. Shown over the video, or below an audio
 * player.
 */
export function ResumeCard({ kind, startAt, onResume, onStartOver }: ResumeCardProps) {
  const title = `You stopped at ${formatClockTime(startAt)}`
  const ways = (
    <>
      <Button variant="study" onClick={onResume}>
        <Icon name="play" />
        Resume at {formatClockTime(startAt)}
      </Button>
      <Button variant="quiet" onClick={onStartOver}>
        Start over
      </Button>
    </>
  )
  if (kind === 'video')
    return (
      <VideoOverlay label={STARTED} lead={STARTED} title={title}>
        {ways}
      </VideoOverlay>
    )
  return (
    <div role="group" aria-label={STARTED}>
      <NextStep lead={STARTED} title={title}>
        {ways}
      </NextStep>
    </div>
  )
}
