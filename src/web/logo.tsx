/** The mark: a record sheet with a goniometer's arc laid over it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className={className} fill="none">
      <path d="M9 5h15l7 7v23H9V5Z" fill="#fbfaf7" />
      <path d="M24 5v7h7" fill="#c3d3e6" />
      <path d="M14 14.5h6M14 19.5h3" stroke="#14213d" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M14.5 30.5a12 12 0 0 1 12-12"
        stroke="#12467f"
        strokeWidth="2"
        strokeDasharray=".1 3.6"
        strokeLinecap="round"
      />
      <path d="M26.5 30.5h-8M26.5 30.5l-5.6-6.4" stroke="#12467f" strokeWidth="2.2" strokeLinecap="round" />
      <circle cx="26.5" cy="30.5" r="2.6" fill="#d9b26a" />
    </svg>
  )
}

export function Logo({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2">
      <LogoMark className="size-9 shrink-0" />
      <span className="font-serif text-[1.1875rem] leading-6 font-semibold tracking-tight">{name}</span>
    </span>
  )
}
