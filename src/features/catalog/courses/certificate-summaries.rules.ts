import { type CompletionRule, resolveCompletionRule } from '#shared/completion-rule.ts'
import { type ContactHours, formatHours, formatStatement } from '#shared/contact-hours.ts'

type CertificateStatement = { is: boolean; says: string; more: string }

const LECTURES_REQUIRED: CertificateStatement = {
  is: true,
  says: 'A certificate of completion.',
  more: 'To get it, complete all lectures and pass the exam. It has its own page, where an attorney can verify it.',
}

const WITHOUT_EXAM: CertificateStatement = {
  is: true,
  says: 'A certificate of completion.',
  more: 'To get it, complete all lectures. It has its own page, where an attorney can verify it.',
}

const LECTURES_OPTIONAL: CertificateStatement = {
  is: true,
  says: 'A certificate of completion or achievement.',
  more: 'If you complete all lectures and pass the exam, you get a certificate of completion. If you pass the exam without completing all lectures, you get a certificate of achievement. Each certificate has its own page, where an attorney can verify it.',
}

const NO_LICENSE: CertificateStatement = {
  is: false,
  says: 'Not a license, and not the LNCC or any other certification.',
  more: 'Licensing and certification boards grant those under their own rules.',
}

const NONE: CertificateStatement = {
  is: false,
  says: 'No contact hours.',
  more: 'The certificate doesn’t count toward renewing a nursing license.',
}

/**
 * Says what a course's certificate is and is not. This depends on the completion rule, and on the contact hours that
 * the course awards today. Empty if the course gives no certificate.
 */
export function describeCertificate({
  exam,
  isCompletionCertificate,
  completionRule,
  contactHours,
}: {
  exam: 'none' | null
  isCompletionCertificate: boolean
  completionRule: CompletionRule | null
  contactHours: ContactHours | null
}): CertificateStatement[] {
  if (exam === 'none' && !isCompletionCertificate) return []
  const isOptional = resolveCompletionRule(completionRule, contactHours !== null) === 'none'
  return [
    exam === 'none' ? WITHOUT_EXAM : isOptional ? LECTURES_OPTIONAL : LECTURES_REQUIRED,
    NO_LICENSE,
    contactHours ? describeAward(contactHours) : NONE,
  ]
}

function describeAward({ hours, statement, provider, needsLicense }: ContactHours): CertificateStatement {
  const asked = needsLicense ? ', your attestation, and your license number' : ' and your attestation'
  return {
    is: true,
    says: `${formatHours(hours)}.`,
    more: `${formatStatement({ statement, provider })} Before we issue the certificate, we ask for your course evaluation${asked}.`,
  }
}
