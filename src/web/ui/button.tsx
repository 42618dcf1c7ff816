import type { PageAddress } from '#shared/pages.ts'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'
import { Spinner } from './spinner.tsx'

/**
 * `buy` is only for paying, `study` only for studying and passing, `study-later` for later steps of studying; `link` is
 * for places where a button is too prominent, and `danger-link` for removing. Link variants get `-ml-3` at the start of
 * a line to align their text.
 */
export type ButtonVariant = 'primary' | 'buy' | 'study' | 'study-later' | 'quiet' | 'link' | 'danger-link'

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border py-2 text-center text-sm font-semibold no-underline transition-colors print:hidden'

/** Disabled but still readable. */
const DISABLED = 'disabled:border-line disabled:bg-wash disabled:text-muted'

const LINK = 'border-transparent px-3 underline underline-offset-4 pressable:hover:bg-wash'

/**
 * Contains only classes that no other part of the button sets: of two classes for the same property, the later one in
 * the stylesheet wins.
 */
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-bar px-5 text-white pressable:hover:bg-bar-deep',
  buy: 'border-transparent bg-buy px-5 text-white pressable:hover:bg-buy-deep',
  study: 'border-transparent bg-study px-5 text-white pressable:hover:bg-study-deep',
  'study-later': 'border-study bg-study-wash px-5 text-study-ink pressable:hover:bg-study pressable:hover:text-white',
  quiet: 'border-edge bg-surface px-5 text-link pressable:hover:bg-wash',
  link: `${LINK} text-link`,
  'danger-link': `${LINK} text-danger`,
}

type ButtonStyle = { variant?: ButtonVariant; wide?: boolean }

function getButtonClass({ variant = 'primary', wide = false }: ButtonStyle, className: string | undefined): string {
  return classes(BASE, VARIANTS[variant], wide && 'w-full', className)
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { busy?: boolean }

/**
 * While `busy`, it shows a spinner and ignores clicks, but keeps its colors and the focus, which a disabled button
 * would lose. `type` defaults to `button`.
 */
export function Button({
  variant,
  wide,
  busy = false,
  disabled = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // Pressing Enter in a form field also clicks this button.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={getButtonClass({ ...(variant && { variant }), ...(wide && { wide }) }, classes(DISABLED, className))}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: PageAddress } & ButtonStyle

/** A link styled as a button, for internal pages. Prefetches its page on hover. */
export function ButtonLink({ variant, wide, className, ...rest }: ButtonLinkProps) {
  return (
    <Link
      prefetch="intent"
      {...rest}
      className={getButtonClass({ ...(variant && { variant }), ...(wide && { wide }) }, className)}
    />
  )
}

type ButtonAnchorProps = ComponentProps<'a'> & ButtonStyle

/** Like `ButtonLink`, for URLs outside the router: files and other sites. */
export function ButtonAnchor({ variant, wide, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={getButtonClass({ ...(variant && { variant }), ...(wide && { wide }) }, className)}>
      {children}
    </a>
  )
}
