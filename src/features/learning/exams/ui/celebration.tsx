const COLORS = ['bg-study', 'bg-buy', 'bg-link', 'bg-edge']
const SPECK_COUNT = 24

/** Shows confetti once, around the element that contains this one. Shows none if the user prefers reduced motion. */
export function Celebration() {
  return (
    <span ref={flyOnce} aria-hidden="true" className="pointer-events-none absolute inset-0 print:hidden">
      {Array.from({ length: SPECK_COUNT }, (_, place) => (
        <span
          key={place}
          className={`absolute top-1/2 left-1/2 h-3 w-1.5 rounded-xs opacity-0 ${COLORS[place % COLORS.length]}`}
        />
      ))}
    </span>
  )
}

/** A stable function, so that React calls it only once, however often the page renders. */
function flyOnce(confetti: HTMLElement | null): void {
  if (!confetti || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const [place, speck] of [...confetti.children].entries()) {
    const angle = (place / SPECK_COUNT) * 2 * Math.PI
    const reach = 70 + (place % 3) * 25
    const [x, y] = [Math.cos(angle) * reach, Math.sin(angle) * reach]
    const end = `rotate(${place * 75}deg)`
    speck.animate(
      [
        { transform: 'translate(0, 0) scale(0.4)', opacity: 1 },
        { transform: `translate(${x}px, ${y}px) ${end}`, opacity: 1, offset: 0.6 },
        { transform: `translate(${x * 1.1}px, ${y + 50}px) ${end}`, opacity: 0 },
      ],
      { duration: 1_600, easing: 'cubic-bezier(0.15, 0.8, 0.4, 1)' },
    )
  }
}
