import { classes } from './classes.ts'
import { useTrustedHtml } from './trusted-types.ts'

/** Rendered Markdown. The API renders and sanitizes the HTML. */
export function Prose({ html, className }: { html: string; className?: string }) {
  return <div className={classes('prose', className)} dangerouslySetInnerHTML={{ __html: useTrustedHtml(html) }} />
}
