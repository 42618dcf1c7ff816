import type { listLicenses } from '#features/credentials/contact-hours/licenses.contract.ts'
import { Licenses } from '#features/credentials/contact-hours/ui/licenses.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { Notice } from '#web/ui/notice.tsx'

type LicenseList = EndpointReply<typeof listLicenses>
type LicensePartProps = {
  licenses: LicenseList
  /** True if the certificate was requested without a license. */
  isMarked: boolean
  onChange: (now: LicenseList) => void
}

export const LICENSE_SECTION_ID = 'license'

/**
 * Shown if the accrediting body requires license numbers. Each license is saved immediately, separately from the
 * evaluation.
 */
export function LicenseSection({ licenses, isMarked, onChange }: LicensePartProps) {
  return (
    <section id={LICENSE_SECTION_ID} aria-labelledby="license-heading" className="mb-8">
      <h2 id="license-heading" className="mb-2 text-xl">
        Your license
      </h2>
      <p className="mb-4 max-w-text text-sm text-pretty text-muted">
        The accrediting body requires your license number. It’s printed on your certificate PDF and never shown
        publicly.
      </p>
      {isMarked && (
        <Notice kind="error" className="mb-4">
          Save your license number to continue.
        </Notice>
      )}
      <Licenses given={licenses} onChange={onChange} />
    </section>
  )
}
