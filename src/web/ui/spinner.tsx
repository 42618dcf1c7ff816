/** Decorative: text next to it must say that something is in progress. */
export function Spinner() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 shrink-0 animate-spin" fill="none" strokeWidth="2.5">
      <circle cx="10" cy="10" r="8" stroke="currentColor" opacity="0.3" />
      <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" strokeLinecap="round" />
    </svg>
  )
}
