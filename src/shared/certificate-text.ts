import type { CertificateClaim } from './certificate-claim.ts'

/** The text that is printed on certificates. */
export const CERTIFICATE_TEXT: Readonly<
  Record<CertificateClaim, Record<'heading' | 'statement' | 'date' | 'record', string>>
> = {
  completed: {
    heading: 'Certificate of Completion',
    statement: 'has completed the course and passed the examination for',
    date: 'Completed on',
    record: 'the completion of a course',
  },
  passed: {
    heading: 'Certificate of Achievement',
    statement: 'has passed the examination for',
    date: 'Passed on',
    record: 'the passing of an examination',
  },
  studied: {
    heading: 'Certificate of Completion',
    statement: 'has completed all lectures of the course',
    date: 'Completed on',
    record: 'the completion of a course without an examination',
  },
}
