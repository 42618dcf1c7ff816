import { classes } from '#web/ui/classes.ts'

/** Colors of the background and the drawing. Books use these in rotation. */
const COVER_STYLES = [
  { ground: '#12467f', ring: '#2f6aa8', sheet: '#fbfaf7', arc: '#d8c08f' },
  { ground: '#e7dcc6', ring: '#f6f0e3', sheet: '#fbfaf7', arc: '#12467f' },
  { ground: '#14213d', ring: '#1f3a68', sheet: '#d3e0ec', arc: '#d8c08f' },
] as const

/** A cover drawn in the style of course covers. It contains no text, because the title is next to it. */
export function BookCover({ index, className }: { index: number; className?: string }) {
  const { ground, ring, sheet, arc } = COVER_STYLES[index % COVER_STYLES.length] ?? COVER_STYLES[0]
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 160"
      className={classes('rounded-r-control rounded-l-xs shadow-lift', className)}
    >
      <rect width="120" height="160" fill={ground} />
      <circle cx="64" cy="80" r="62" fill={ring} opacity=".35" />
      <circle cx="64" cy="80" r="44" fill={ring} opacity=".4" />
      <g transform="rotate(-5 64 70)">
        <rect x="38" y="32" width="54" height="72" rx="3" fill={sheet} />
        <path
          d="M46 44h20M46 56h38M46 64h30M46 72h38M46 80h24"
          stroke="#8fb0d0"
          strokeWidth="3.4"
          strokeLinecap="round"
        />
      </g>
      <path d="M40 122a30 30 0 0 1 60 0Z" fill={arc} />
      <path d="M48 121a22 22 0 0 1 44 0Z" fill={ground} opacity=".25" />
      <path d="M70 122 94 96" stroke="#fbfaf7" strokeWidth="4" strokeLinecap="round" />
      <circle cx="70" cy="121" r="4.5" fill="#fbfaf7" />
      <path d="M7 0v160" stroke="#000" strokeWidth="1.5" opacity=".18" />
    </svg>
  )
}
