import { type ContactHours, formatHours, formatStatement } from '#shared/contact-hours.ts'

type CertificateStatement = { is: boolean; says: string; more: string }

const CERTIFICATE: readonly CertificateStatement[] = [
  {
    is: true,
    says: 'A certificate of completion.',
    more: 'It says that you passed the examination of this course, and that you completed the course if you completed all its lectures. It has a page of its own, where an attorney can check it.',
  },
  {
    is: false,
    says: 'Not a license, and not the LNCC or another certification.',
    more: 'Those are given by boards that test your practice.',
  },
]

const NONE: CertificateStatement = {
  is: false,
  says: 'No contact hours.',
  more: 'It does not count toward the renewal of a nursing license.',
}

/** What a course's certificate is and is not, by the contact hours it awards today. */
export function describeCertificate(contactHours: ContactHours | null): CertificateStatement[] {
  return [...CERTIFICATE, contactHours ? describeAward(contactHours) : NONE]
}

function describeAward({ hours, statement, provider, needsLicense }: ContactHours): CertificateStatement {
  const asked = needsLicense ? ', your word and the number of your license' : ' and your word'
  return {
    is: true,
    says: `${formatHours(hours)}.`,
    more: `${formatStatement({ statement, provider })} Before the certificate we ask for your evaluation of the course${asked}.`,
  }
}
