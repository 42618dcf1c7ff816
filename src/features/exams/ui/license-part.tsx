import { useState } from 'react'
import type { listLicenses } from '#features/licenses/licenses.contract.ts'
import { Licenses } from '#features/licenses/ui/licenses.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'

/** Where who approved a course wants the numbers of licenses: stored at once, apart from what is said below. */
export function LicensePart({ licenses: loaded }: { licenses: ReplyOf<typeof listLicenses> }) {
  const [licenses, setLicenses] = useState(loaded)
  return (
    <section aria-labelledby="license" className="mb-8">
      <h2 id="license" className="mb-2 text-xl">
        Your license
      </h2>
      <p className="mb-4 max-w-text text-sm text-pretty text-muted">
        Who approved this course wants the number of each nurse’s license. It is printed on your PDF, and never stands
        on a public page.
      </p>
      <Licenses given={licenses} onChange={setLicenses} />
    </section>
  )
}
