import type { PodcastToPlay } from '../podcasts.contract.ts'

type TranscriptProps = { paragraphs: PodcastToPlay['transcript']; onChoose: (seconds: number) => void }

/** What is said; the time beside a paragraph takes the player there. */
export function Transcript({ paragraphs, onChoose }: TranscriptProps) {
  if (paragraphs.length === 0) return null
  return (
    <section aria-labelledby="transcript">
      <h2 id="transcript" className="mb-3 text-xl">
        Transcript
      </h2>
      <ol
        aria-labelledby="transcript"
        className="flex max-h-96 md:max-h-[34rem] flex-col gap-1 overflow-y-auto rounded-card border border-line bg-surface p-3"
      >
        {paragraphs.map(({ seconds, text }) => (
          <li key={seconds} className="flex items-baseline gap-2">
            <button
              type="button"
              aria-label={`Play from ${clockTime(seconds)}`}
              onClick={() => onChoose(seconds)}
              className="money min-h-11 min-w-14 shrink-0 rounded-control px-2 text-sm font-semibold text-link hover:bg-wash"
            >
              {clockTime(seconds)}
            </button>
            <p className="py-2 text-sm">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
