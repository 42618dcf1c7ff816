import { useState } from 'react'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { useSite } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import { toLinkedInCertificate } from '../linkedin.rules.ts'
import { LinkedInLink, LinkedInFields } from './linkedin.tsx'
import type { certificateActions } from './certificate-actions.ts'
import type { OwnCertificateData } from './fetch-own-certificates.ts'
import { ActionStatus } from './action-status.tsx'

export { fetchOwnCertificates } from './fetch-own-certificates.ts'

export function HolderActions({ certificate }: { certificate: OwnCertificateData }) {
  const { id, course_name: courseName, is_signed: isSigned } = certificate
  const forLinkedIn = toLinkedInCertificate(certificate, useSite())
  const action = useAction<typeof certificateActions>({ unreachable: UNREACHABLE })
  const [hasLeft, setLeft] = useState(false)
  return (
    <div>
      <h2 className="mb-3 font-sans text-base font-semibold tracking-normal">This is your certificate</h2>
      <div className="grid grid-cols-2 gap-3 @lg:flex">
        <LinkedInLink certificate={forLinkedIn} onTaken={() => setLeft(true)} className="col-span-2" />
        <Button
          variant="quiet"
          busy={action.isRunning('downloadCertificate')}
          aria-label={`Download the PDF certificate for ${courseName}`}
          className={isSigned ? '' : 'col-span-2'}
          onClick={() => void action.submit('downloadCertificate', certificate)}
        >
          PDF
        </Button>
        {isSigned && (
          <Button
            variant="quiet"
            busy={action.isRunning('downloadBadge')}
            aria-label={`Download the badge for ${courseName} (PNG)`}
            onClick={() => void action.submit('downloadBadge', { id, courseName })}
          >
            Badge
          </Button>
        )}
      </div>
      <ActionStatus status={action.status} className="mt-2 empty:mt-0" />
      {hasLeft && (
        <div className="mt-2">
          <LinkedInFields certificate={forLinkedIn} />
        </div>
      )}
    </div>
  )
}
