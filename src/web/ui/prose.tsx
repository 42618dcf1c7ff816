import { classes } from './classes.ts'
import { useTrustedHtml } from './trusted-types.ts'

/** Text written as Markdown. The API makes the HTML and has already taken out everything that is not text. */
export function Prose({ html, className }: { html: string; className?: string }) {
  return <div className={classes('prose', className)} dangerouslySetInnerHTML={{ __html: useTrustedHtml(html) }} />
}
