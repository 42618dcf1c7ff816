import { useEffect, useRef } from 'react'
import { CERTIFICATE_TEXT } from '#shared/certificate-text.ts'
import { useSite } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import type { ShownCourse } from '../courses.contract.ts'
import { Point } from './course-section.tsx'

type SampleCertificateProps = { course: ShownCourse; onClose: () => void }

/** Shows what a graduate gets. It looks like the PDF, but it clearly was not issued to anyone. */
export default function SampleCertificate({ course, onClose }: SampleCertificateProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // The browser focuses the only button, at the end, and on phones it scrolls there.
    heading.current?.focus({ preventScroll: true })
    dialog.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="sample-certificate"
      closedby="any"
      onClose={onClose}
      className="m-auto w-[min(44rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-4 text-ink shadow-lift backdrop:bg-night/50 sm:p-6"
    >
      <h2 ref={heading} id="sample-certificate" tabIndex={-1} className="mb-4 text-xl outline-none">
        Sample certificate
      </h2>
      <Paper course={course} />
      <p className="my-4 text-sm text-muted">
        Yours shows your name, the date, and a link where anyone can verify it. It says that your name is self-reported.
        You get it as a PDF by email.
      </p>
      <ul className="mb-4 flex list-none flex-col gap-2 text-sm">
        {course.certificate.map(({ is, says, more }) => (
          <Point key={says} icon={is ? 'check-circle' : 'close'}>
            <strong className="font-semibold">{says}</strong> {more}
          </Point>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => dialog.current?.close()}>
        Close
      </Button>
    </dialog>
  )
}

function Paper({ course: { course_name: name, contact_hours: hours, exam } }: { course: ShownCourse }) {
  const site = useSite()
  const { heading, statement } = CERTIFICATE_TEXT[exam ? 'studied' : 'completed']
  return (
    <div className="relative overflow-clip border border-line bg-paper p-2 text-center">
      <div className="flex flex-col items-center gap-2 border border-edge px-3 py-5 text-sm sm:p-10">
        <p className="font-semibold text-link">{site?.name}</p>
        <p className="font-serif text-2xl font-semibold">{heading}</p>
        <p className="text-muted">This is to certify that</p>
        <p className="font-serif text-xl font-semibold">Your Name</p>
        <p className="text-muted">{statement}</p>
        <p className="font-serif text-lg font-semibold text-balance">{name}</p>
        {hours !== null && <p>{hours}</p>}
      </div>
      <svg
        aria-hidden="true"
        viewBox="0 0 400 280"
        className="pointer-events-none absolute inset-0 size-full text-danger"
      >
        <text
          x="200"
          y="140"
          fontSize="96"
          fontWeight="600"
          fill="currentColor"
          opacity="0.16"
          textAnchor="middle"
          dominantBaseline="central"
          transform="rotate(-24 200 140)"
        >
          SAMPLE
        </text>
      </svg>
    </div>
  )
}
