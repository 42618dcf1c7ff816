import { Icon } from '#web/ui/icon.tsx'

/** Shown over a video's still image if the browser does not autoplay. */
export function BigPlayButton({ title, onPlay }: { title: string; onPlay: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Play ${title}`}
      onClick={onPlay}
      className="absolute inset-0 grid place-items-center rounded-card"
    >
      <span className="grid size-16 place-items-center rounded-full bg-study text-white shadow-lift">
        <Icon name="play" className="size-9" />
      </span>
    </button>
  )
}
