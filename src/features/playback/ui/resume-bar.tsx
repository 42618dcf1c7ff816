import { useState } from 'react'
import { clockTime } from '#shared/clock-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NextStep } from '#web/ui/next-step.tsx'
import { RESUME_FROM_SECONDS } from '../playback.rules.ts'
import { play } from './control.ts'
import { useMediaEvents } from './use-media-events.ts'

const STARTED = 'You have started this before'

type ResumeBarProps = { media: HTMLMediaElement | null; startAt: number; onStartOver: () => void }

/** Where the member left it, on this device or another; gone as soon as it plays. */
export function ResumeBar({ media, startAt, onStartOver }: ResumeBarProps) {
  const [isWaiting, setWaiting] = useState(startAt >= RESUME_FROM_SECONDS)
  useMediaEvents(media, ['play'], () => setWaiting(false))
  if (!isWaiting) return null

  return (
    <div role="group" aria-label={STARTED}>
      <NextStep lead={STARTED} title={`You stopped at ${clockTime(startAt)}`}>
        <Button variant="study" onClick={() => media && play(media)}>
          <Icon name="play" />
          Resume at {clockTime(startAt)}
        </Button>
        <Button variant="quiet" onClick={onStartOver}>
          Start over
        </Button>
      </NextStep>
    </div>
  )
}
