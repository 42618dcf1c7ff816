import { useRef, useState } from 'react'
import { formatClockTime } from '#shared/clock-time.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type TranscriptLine, findLineIndex } from '../transcripts.rules.ts'
import { playFrom } from './control.ts'
import { useAutoScroll } from './use-auto-scroll.ts'
import { useTranscriptLines } from './use-transcript-lines.ts'
import { useMediaEvents } from './use-media-events.ts'
import { useWholeLines } from './use-whole-lines.ts'

type TranscriptProps = {
  media: HTMLMediaElement | null
  className?: string
}

/**
 * The transcript, which is made from the captions. The current line is highlighted and kept in view. Clicking a line
 * seeks to it.
 */
export function Transcript({ media, className = 'max-h-91' }: TranscriptProps) {
  const lines = useTranscriptLines(media)
  if (lines?.length === 0) return null
  return (
    <section aria-labelledby="transcript">
      <h2 id="transcript" className="mb-3 text-xl">
        Transcript
      </h2>
      {media && lines ? (
        <Lines media={media} lines={lines} className={className} />
      ) : (
        <Skeleton className={classes('h-91 rounded-card', className)} />
      )}
    </section>
  )
}

function Lines({ media, lines, className }: { media: HTMLMediaElement; lines: TranscriptLine[]; className: string }) {
  const [current, setCurrent] = useState(() => findLineIndex(lines, media.currentTime))
  const list = useRef<HTMLOListElement>(null)
  const { isFollowing, follow } = useAutoScroll(list, current)
  const room = useWholeLines(list)
  useMediaEvents(media, ['timeupdate', 'seeking'], () => setCurrent(findLineIndex(lines, media.currentTime)))

  const playLine = (seconds: number) => {
    // Starts a little after the start of the line, so that this line is highlighted and not the previous one.
    playFrom(media, seconds + 0.01)
    follow()
  }
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-surface">
      <ol
        ref={list}
        aria-labelledby="transcript"
        className={classes(
          // The edge fades out where the list continues, and only whole lines are visible at the top.
          'relative flex snap-y snap-mandatory scroll-pt-4 scroll-pb-12 flex-col gap-0.5 overflow-y-auto scroll-smooth mask-t-from-[calc(100%-1rem)] mask-t-to-[calc(100%-0.5rem)] mask-b-from-[calc(100%-2rem)] px-2 pt-4 print:max-h-none print:mask-none print:*:break-inside-avoid',
          className,
        )}
      >
        {lines.map(({ seconds, text }, place) => (
          <li
            key={`${seconds} ${place}`}
            aria-current={place === current ? 'true' : undefined}
            className="relative flex snap-start flex-wrap items-baseline gap-x-2 rounded-control border-l-3 border-transparent hover:bg-wash aria-current:border-link aria-current:bg-wash"
          >
            <button
              type="button"
              aria-label={`Play from ${formatClockTime(seconds)}`}
              // The list has a single tab stop. Arrow keys move between its lines.
              tabIndex={place === Math.max(0, current) ? 0 : -1}
              onClick={() => playLine(seconds)}
              // The whole line is clickable.
              className="money min-h-11 min-w-14 shrink-0 rounded-control px-2 text-sm font-semibold text-link after:absolute after:inset-0 focus-visible:-outline-offset-3"
            >
              {formatClockTime(seconds)}
            </button>
            <p className="min-w-0 flex-1 basis-[9rem] py-2 pr-2 text-sm">{text}</p>
          </li>
        ))}
        {/* This space is an SVG instead of padding, because the content security policy forbids inline styles in
           markup. */}
        <li aria-hidden="true" className="-mt-0.5 shrink-0">
          <svg width="1" height={room} className="block" />
        </li>
      </ol>
      {!isFollowing && (
        <Button variant="quiet" onClick={follow} className="absolute right-4 bottom-3 rounded-full shadow-lift">
          Follow along
        </Button>
      )}
    </div>
  )
}
