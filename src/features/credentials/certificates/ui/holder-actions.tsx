import { useState } from 'react'
import { downloadOwnBadge } from '#features/credentials/open-badges/ui/download-badge.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkedInLink, LinkedInFields } from './linkedin.tsx'
import { type OwnCertificateData, downloadPdf } from './own-certificate-actions.ts'
import { useLinkedInCertificate } from './share-row.tsx'
import { ActionStatus } from './action-status.tsx'
import { useAsyncAction } from './use-async-action.ts'

export { fetchOwnCertificates } from './own-certificate-actions.ts'

export function HolderActions({ certificate }: { certificate: OwnCertificateData }) {
  const { id, course_name: courseName, is_signed: isSigned } = certificate
  const forLinkedIn = useLinkedInCertificate(certificate)
  const { busy, result, attempt } = useAsyncAction<'pdf' | 'badge'>()
  const [hasLeft, setLeft] = useState(false)
  const save = (what: 'pdf' | 'badge', act: () => Promise<void>) =>
    void attempt(what, async () => {
      await act()
      return undefined
    })
  return (
    // Its buttons are grouped with the public one below.
    <div className="flex flex-col">
      <h2 className="mb-3 font-sans text-base font-semibold tracking-normal">This certificate is yours</h2>
      <div className="mt-auto grid grid-cols-2 gap-3 @lg:flex">
        <LinkedInLink certificate={forLinkedIn} onTaken={() => setLeft(true)} className="col-span-2" />
        <Button
          variant="quiet"
          busy={busy === 'pdf'}
          aria-label={`Download the certificate of ${courseName}, a PDF`}
          className={isSigned ? '' : 'col-span-2'}
          onClick={() => save('pdf', () => downloadPdf(certificate))}
        >
          PDF
        </Button>
        {isSigned && (
          <Button
            variant="quiet"
            busy={busy === 'badge'}
            aria-label={`Download the badge of ${courseName}, a PNG`}
            onClick={() => save('badge', () => downloadOwnBadge({ id, courseName }))}
          >
            Badge
          </Button>
        )}
      </div>
      <ActionStatus result={result} className="mt-2" />
      {hasLeft && (
        <div className="mt-2">
          <LinkedInFields certificate={forLinkedIn} />
        </div>
      )}
    </div>
  )
}
