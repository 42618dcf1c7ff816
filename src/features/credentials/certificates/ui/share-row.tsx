import { useState } from 'react'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { useSite } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import { toLinkedInCertificate } from '../linkedin.rules.ts'
import type { certificateActions } from './certificate-actions.ts'
import { CredentialLink } from './credential-link.tsx'
import { LinkedInLink, LinkedInFields } from './linkedin.tsx'
import type { OwnCertificateData } from './fetch-own-certificates.ts'
import { ActionStatus } from './action-status.tsx'

type ShareRowProps = {
  certificate: OwnCertificateData
  /** Omits the files for verification software. */
  isShort?: boolean
}

export function ShareRow({ certificate, isShort = false }: ShareRowProps) {
  const { id, course_name: courseName } = certificate
  const hasFiles = certificate.is_signed && !isShort
  const forLinkedIn = toLinkedInCertificate(certificate, useSite())
  const action = useAction<typeof certificateActions>({ unreachable: UNREACHABLE })
  const [hasLeft, setLeft] = useState(false)
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <div className="grid grid-cols-2 gap-3 @lg:flex @lg:flex-wrap">
        <LinkedInLink certificate={forLinkedIn} onTaken={() => setLeft(true)} className="col-span-2" />
        <Button
          variant="quiet"
          aria-label={`Copy link to the certificate for ${courseName}`}
          className={hasFiles ? '' : 'col-span-2'}
          onClick={() => void action.submit('copy', 'The link', forLinkedIn.address)}
        >
          Copy link
        </Button>
        {hasFiles && (
          <>
            <Button
              variant="quiet"
              busy={action.isRunning('downloadBadge')}
              aria-label={`Download the badge for ${courseName} (PNG)`}
              onClick={() => void action.submit('downloadBadge', { id, courseName })}
            >
              Badge
            </Button>
            <CredentialLink id={id} courseName={courseName} className="col-span-2" />
          </>
        )}
      </div>
      <ActionStatus status={action.status} className="empty:-mt-3" />
      {hasLeft && <LinkedInFields certificate={forLinkedIn} />}
    </div>
  )
}
