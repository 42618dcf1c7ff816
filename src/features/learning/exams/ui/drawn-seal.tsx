export function AnimatedSeal() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className="size-8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {['M10 12.5a5 5 0 1 0 0-10 5 5 0 0 0 0 10Z', 'M7 11.8 5.8 18l4.2-2 4.2 2-1.2-6.2', 'm8 7.6 1.5 1.5 2.7-3'].map(
        (line) => (
          <path key={line} ref={drawOnce} pathLength={1} strokeDasharray={1} d={line} />
        ),
      )}
    </svg>
  )
}

function drawOnce(line: SVGPathElement | null): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  line?.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], 600)
}
