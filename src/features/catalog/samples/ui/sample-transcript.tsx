import { formatClockTime } from '#shared/clock-time.ts'
import type { Sample } from '../samples.contract.ts'

export function SampleTranscript({ lines }: { lines: Sample['transcript'] }) {
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="transcript">
      <h2 id="transcript" className="mb-3 text-xl">
        Transcript
      </h2>
      {/* The region must be focusable, so that it can be scrolled by keyboard. */}
      <ol
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        aria-labelledby="transcript"
        className="flex max-h-96 flex-col gap-0.5 overflow-y-auto rounded-card border border-line bg-surface px-2 pt-4 pb-8 print:max-h-none print:overflow-visible md:max-h-[clamp(14rem,calc(100dvh-26rem),34rem)]"
      >
        {lines.map(({ seconds, text }, place) => (
          <li key={`${seconds} ${place}`} className="flex items-baseline gap-2 border-l-3 border-transparent">
            <span className="money min-w-14 shrink-0 px-2 text-center text-sm font-semibold text-muted">
              {formatClockTime(seconds)}
            </span>
            <p className="py-2 pr-2 text-sm">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
