import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'

/** A link that stands by itself, high enough for a thumb; one inside a sentence is a plain `Link`. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={classes(
        'inline-flex min-h-11 items-center gap-2 text-sm text-link underline underline-offset-4',
        className,
      )}
    />
  )
}
