import { useState } from 'react'
import { Button } from '#web/button.tsx'
import { Icon } from '#web/icon.tsx'
import { clockTime, RESUME_FROM_SECONDS } from '../playback.rules.ts'
import { goTo, play } from './control.ts'
import { useMediaEvents } from './use-media-events.ts'

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
    <div
      role="group"
      aria-label="You have started this before"
      className="flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-3"
    >
      <Button className="grow sm:grow-0" onClick={() => playFrom(media?.currentTime ?? startAt)}>
        <Icon name="play" />
        Resume at {clockTime(startAt)}
      </Button>
      <Button variant="quiet" className="grow sm:grow-0" onClick={() => playFrom(0)}>
        Start over
      </Button>
    </div>
  )
}
