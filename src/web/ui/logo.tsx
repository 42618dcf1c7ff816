import { classes } from './classes.ts'

/**
 * The academy's logo: a medical record with a goniometer's arc over it. `--logo-ground` is the color between the two.
 */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className={className} fill="none">
      <path d="M6 4h17l7 7v16H6V4Z" fill="#fbfaf7" />
      <path d="M23 4v7h7" fill="#b4c8de" />
      <path d="M11 12h7M11 17.5h11" stroke="#14213d" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d="M10.5 35a12.5 12.5 0 0 1 25 0Z"
        fill="#e3c791"
        className="stroke-(--logo-ground,transparent)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M14.1 29.9L16.5 31.2M17.8 26.1L19.2 28.5M23.0 24.7L23.0 27.5"
        stroke="#14213d"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <path d="M23 34L32.5 22.8" stroke="#14213d" strokeWidth="2.8" strokeLinecap="round" />
      <circle cx="23" cy="33.5" r="2.6" fill="#14213d" />
    </svg>
  )
}

type LogoPicture = {
  /** One image per pixel density, the first for 1x. */
  images: readonly { width: number; height: number; url: string }[]
  /** True if the logo contains the name, so that the name is not repeated as text. */
  is_lettering: boolean
}

/** The operator's logo and the name, or the academy's own logo if there is none. */
export function Logo({ name, picture }: { name: string; picture?: LogoPicture | null | undefined }) {
  const [first] = picture?.images ?? []
  return (
    <span className="flex min-w-0 items-center gap-2">
      {picture && first ? (
        <img
          src={first.url}
          srcSet={picture.images.map(({ url }, index) => `${url} ${index + 1}x`).join(', ')}
          width={first.width}
          height={first.height}
          alt={picture.is_lettering ? name : ''}
          className={classes('block h-auto max-w-full', !picture.is_lettering && 'shrink-0')}
        />
      ) : (
        // The drawing has a margin inside its square, so the negative margin aligns it with the left edge of the
        // content.
        <LogoMark className="-ml-1.25 size-9 shrink-0" />
      )}
      <Name name={name} isHidden={picture?.is_lettering === true} />
    </span>
  )
}

function Name({ name, isHidden }: { name: string; isHidden: boolean }) {
  if (isHidden) return null
  return (
    <span className="font-serif text-[min(1.1875rem,7vw)] leading-[1.26] font-semibold tracking-tight">{name}</span>
  )
}
