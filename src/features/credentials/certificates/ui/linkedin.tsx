import { useId } from 'react'
import { useAction } from '#web/client/use-action.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type LinkedInCertificate, buildLinkedInUrl, getLinkedInFields } from '../linkedin.rules.ts'
import { ActionStatus } from './action-status.tsx'
import type { certificateActions } from './certificate-actions.ts'

/**
 * A link to LinkedIn's form. After a click, callers show `LinkedInFields`, because LinkedIn may have left fields empty.
 */
export function LinkedInLink({
  certificate,
  onTaken,
  className,
}: {
  certificate: LinkedInCertificate
  onTaken: () => void
  className?: string
}) {
  return (
    <ButtonAnchor
      href={buildLinkedInUrl(certificate)}
      target="_blank"
      rel="noopener noreferrer"
      variant="quiet"
      onClick={onTaken}
      aria-label={`Add to LinkedIn: ${certificate.courseName} (opens in a new tab)`}
      {...(className !== undefined && { className })}
    >
      Add to LinkedIn
      <Icon name="external" className="size-4" />
    </ButtonAnchor>
  )
}

export function LinkedInFields({ certificate }: { certificate: LinkedInCertificate }) {
  const title = useId()
  const action = useAction<typeof certificateActions>()
  return (
    <section aria-labelledby={title} className="border-t border-line pt-4">
      <h3 id={title} className="font-sans text-sm font-semibold tracking-normal">
        If LinkedIn left a field empty
      </h3>
      <ul className="mt-1 list-none text-sm">
        {getLinkedInFields(certificate).map(({ field, value }) => (
          <li key={field} className="flex items-center gap-3 border-b border-line py-1.5 last:border-b-0">
            <span className="min-w-0 flex-1">
              <span className="block text-muted">{field}</span>
              <span className="wrap-anywhere">{value}</span>
            </span>
            <Button
              variant="link"
              className="-mr-3"
              aria-label={`Copy: ${field}`}
              onClick={() => void action.submit('copy', field, value)}
            >
              Copy
            </Button>
          </li>
        ))}
      </ul>
      <ActionStatus status={action.status} />
    </section>
  )
}
