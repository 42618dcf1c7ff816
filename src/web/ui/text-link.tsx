import type { PageAddress } from '#shared/pages.ts'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

const TEXT_LINK_CLASS = 'inline-flex min-h-11 items-center gap-2 text-sm text-link underline underline-offset-4'

type TextLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  to: PageAddress | { pathname: PageAddress; search: string }
}

/** A standalone link with a touch-sized height; inside a sentence, use a plain `Link`. */
export function TextLink({ className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={classes(TEXT_LINK_CLASS, className)} />
}

/** Like `TextLink`, for an action on the page. Its touch-sized height takes no extra space. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={classes(TEXT_LINK_CLASS, '-my-2.5 disabled:text-muted', className)} />
  )
}

/** The link to the parent page, above the page's title. */
export function BackLink({ to, children }: Pick<TextLinkProps, 'to' | 'children'>) {
  return (
    <p className="mb-2">
      <TextLink to={to}>
        <Icon name="arrow" className="rotate-180" />
        {children}
      </TextLink>
    </p>
  )
}
