import type { PageAddress } from '#shared/pages.ts'
import { type ReactNode, useId } from 'react'
import { ButtonLink, type ButtonVariant } from '#web/ui/button.tsx'
import { Picture, type PictureFile } from '#web/ui/picture.tsx'
import { classes } from '#web/ui/classes.ts'

export const CARD_SIZES = '(min-width: 1264px) 379px, (min-width: 900px) 33vw, (min-width: 600px) 50vw, 100vw'

type ProductCardProps = {
  to: PageAddress
  title: string
  /** If undefined, the card has no picture. */
  image?: { images?: readonly PictureFile[] | undefined; src?: string | null | undefined; alt: string }
  /** CSS classes for a picture that should not be 16:9, such as `h-75` for a height of 300 pixels. */
  imageClassName?: string
  text?: string
  /** Whether the text is cut off after two lines. */
  clip?: boolean
  /** For example, the price, 'Purchased', or 'Date Launch: …'. */
  meta?: ReactNode
  more?: ReactNode
  action: ReactNode
  variant?: ButtonVariant
  heading?: 'h2' | 'h3'
  eager?: boolean
}

/**
 * A course, podcast, or document in a `CardGrid`. The whole card can be clicked, but it has only one link for keyboard
 * users.
 */
export function ProductCard(props: ProductCardProps) {
  const {
    to,
    title,
    image,
    imageClassName,
    text,
    clip = false,
    meta,
    more,
    action,
    variant = 'primary',
    eager = false,
  } = props
  const id = useId()
  const Heading = props.heading ?? 'h2'
  return (
    <li className="relative flex flex-col overflow-hidden rounded-card border border-line bg-surface transition-shadow focus-within:shadow-lift hover:shadow-lift">
      {image && (
        <Picture {...image} sizes={CARD_SIZES} eager={eager} className={classes('card-picture', imageClassName)} />
      )}
      <div className="@container flex flex-1 flex-col [justify-content:var(--card-words)] gap-2 p-5 pl-(--card-start,1.25rem)">
        <Heading id={id} className="text-lg">
          {title}
        </Heading>
        {text && <p className={classes('max-w-text text-sm text-muted', clip && 'line-clamp-2 max-h-12.5')}>{text}</p>}
        {more && <div className="relative z-10 mt-1 self-start text-sm">{more}</div>}
        <div className="mt-(--card-foot,auto) flex max-w-note flex-wrap items-center gap-x-(--card-gap,1rem) gap-y-2 pt-3">
          {meta && <div className="money flex-(--card-meta,1_1_6rem) text-lg font-semibold">{meta}</div>}
          <ButtonLink
            to={to}
            variant={variant}
            aria-describedby={id}
            className={classes(
              'grow self-end after:absolute after:inset-0 @min-[16rem]:grow-0',
              !meta && 'w-full @md:w-auto',
            )}
          >
            {action}
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}
