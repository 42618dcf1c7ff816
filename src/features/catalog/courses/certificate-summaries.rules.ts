import { type ContactHours, formatHours, formatStatement } from '#shared/contact-hours.ts'

type CertificateStatement = { is: boolean; says: string; more: string }

const CERTIFICATE: readonly CertificateStatement[] = [
  {
    is: true,
    says: 'A certificate of completion or achievement.',
    more: 'If you complete all lectures and pass the exam, you get a certificate of completion. If you pass the exam without completing all lectures, you get a certificate of achievement. Each certificate has its own page, where an attorney can verify it.',
  },
  {
    is: false,
    says: 'Not a license, and not the LNCC or any other certification.',
    more: 'Licensing and certification boards grant those under their own rules.',
  },
]

const NONE: CertificateStatement = {
  is: false,
  says: 'No contact hours.',
  more: 'The certificate doesn’t count toward renewing a nursing license.',
}

/** What a course's certificate is and is not, based on the contact hours it awards today. */
export function describeCertificate(contactHours: ContactHours | null): CertificateStatement[] {
  return [...CERTIFICATE, contactHours ? describeAward(contactHours) : NONE]
}

function describeAward({ hours, statement, provider, needsLicense }: ContactHours): CertificateStatement {
  const asked = needsLicense ? ', your attestation, and your license number' : ' and your attestation'
  return {
    is: true,
    says: `${formatHours(hours)}.`,
    more: `${formatStatement({ statement, provider })} Before we issue the certificate, we ask for your course evaluation${asked}.`,
  }
}
