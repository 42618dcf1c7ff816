import { lazy, Suspense, useState } from 'react'
import type { ShownCourse } from '../courses.contract.ts'

const SampleCertificate = lazy(() => import('./sample-certificate.tsx'))

/** A button that loads the sample certificate when it is clicked. */
export function SampleCertificateButton({ course }: { course: ShownCourse }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="min-h-6 text-left text-link underline underline-offset-2"
      >
        Certificate of completion: see a sample
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SampleCertificate course={course} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
