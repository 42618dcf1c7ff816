import { useState } from 'react'
import { saveBadge } from '#features/credentials/open-badges/ui/save-badge.ts'
import { pageAddress } from '#shared/pages.ts'
import { useSite } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import type { ForLinkedIn } from '../linkedin.rules.ts'
import { copied } from './copy.ts'
import { CredentialLink } from './credential-link.tsx'
import { LinkedInLink, LinkedInValues } from './linkedin.tsx'
import type { Own } from './own-certificate-actions.ts'
import { ToldLine } from './told-line.tsx'
import { useAttempt } from './use-attempt.ts'

/** For its holder: ways to show a certificate to others. */
export function ShareRow({ certificate }: { certificate: Own }) {
  const { id, course_name: courseName, is_signed: isSigned } = certificate
  const forLinkedIn = useForLinkedIn(certificate)
  const { busy, told, attempt } = useAttempt<'copy' | 'badge'>()
  const [hasLeft, setLeft] = useState(false)
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <div className="grid grid-cols-2 gap-3 @lg:flex @lg:flex-wrap">
        <LinkedInLink certificate={forLinkedIn} onTaken={() => setLeft(true)} className="col-span-2" />
        <Button
          variant="quiet"
          aria-label={`Copy link of the certificate of ${courseName}`}
          className={isSigned ? '' : 'col-span-2'}
          onClick={() => void attempt('copy', () => copied('The link', forLinkedIn.address))}
        >
          Copy link
        </Button>
        {isSigned && (
          <>
            <Button
              variant="quiet"
              busy={busy === 'badge'}
              aria-label={`Download the badge of ${courseName}, a PNG`}
              onClick={() =>
                void attempt('badge', async () => {
                  await saveBadge({ id, courseName })
                  return undefined
                })
              }
            >
              Badge
            </Button>
            <CredentialLink id={id} courseName={courseName} className="col-span-2" />
          </>
        )}
      </div>
      <ToldLine told={told} className="empty:-mt-3" />
      {hasLeft && <LinkedInValues certificate={forLinkedIn} />}
    </div>
  )
}

export function useForLinkedIn({ id, course_name: courseName, issued_on: issuedOn }: Own): ForLinkedIn {
  const site = useSite()
  const address = (site?.public_url ?? '') + pageAddress('/Certificate/:id', { id })
  return { id, courseName, issuer: site?.name ?? '', issuedOn, address }
}
