import { useLocation } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { findHelpTarget } from './help-targets.ts'

/** Links to the part of the owner's manual that explains the current page. */
export function HelpLink() {
  const target = findHelpTarget(useLocation().pathname)
  if (target === null) return null
  const [page = '', heading] = target.split('#')
  return (
    <TextLink
      to={{
        pathname: pageAddress('/Studio/Help/:topic', { topic: page }),
        search: '',
        ...(heading !== undefined && { hash: `#${heading}` }),
      }}
    >
      Help
    </TextLink>
  )
}
