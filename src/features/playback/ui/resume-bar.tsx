import { useState } from 'react'
import { clockTime } from '#shared/clock-time.ts'
import { Button } from '#web/button.tsx'
import { Icon } from '#web/icon.tsx'
import { NextStep } from '#web/next-step.tsx'
import { RESUME_FROM_SECONDS } from '../playback.rules.ts'
import { goTo, play } from './control.ts'
import { useMediaEvents } from './use-media-events.ts'

const STARTED = 'You have started this before'

/** Where the member left it, on this device or another; gone as soon as it plays. */
export function ResumeBar({ media, startAt }: { media: HTMLMediaElement | null; startAt: number }) {
  const [isWaiting, setWaiting] = useState(startAt >= RESUME_FROM_SECONDS)
  useMediaEvents(media, ['play'], () => setWaiting(false))
  if (!isWaiting) return null

  const playFrom = (seconds: number) => {
    if (!media) return
    goTo(media, seconds)
    play(media)
  }
  return (
    <div role="group" aria-label={STARTED}>
      <NextStep lead={STARTED} title={`You stopped at ${clockTime(startAt)}`}>
        <Button variant="study" onClick={() => playFrom(media?.currentTime ?? startAt)}>
          <Icon name="play" />
          Resume at {clockTime(startAt)}
        </Button>
        <Button variant="quiet" onClick={() => playFrom(0)}>
          Start over
        </Button>
      </NextStep>
    </div>
  )
}
