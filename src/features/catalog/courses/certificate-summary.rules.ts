import { type ContactHours, hoursInWords, statementInWords } from '#shared/contact-hours.ts'

type Said = { is: boolean; says: string; more: string }

const CERTIFICATE: readonly Said[] = [
  {
    is: true,
    says: 'A certificate of completion.',
    more: 'It says that you completed this course and scored 80% or more in its examination. It has a page of its own, where an attorney can check it.',
  },
  {
    is: false,
    says: 'Not a license, and not the LNCC or another certification.',
    more: 'Those are given by boards that test your practice.',
  },
]

const NONE: Said = {
  is: false,
  says: 'No contact hours.',
  more: 'It does not count toward the renewal of a nursing license.',
}

/** What the certificate of a course is (`is`), and what nobody should buy it for, by the contact hours that it awards today. */
export function certificateSays(contactHours: ContactHours | null): Said[] {
  return [...CERTIFICATE, contactHours ? awarded(contactHours) : NONE]
}

function awarded({ hours, statement, provider, needsLicense }: ContactHours): Said {
  const asked = needsLicense ? ', your word and the number of your license' : ' and your word'
  return {
    is: true,
    says: `${hoursInWords(hours)}.`,
    more: `${statementInWords({ statement, provider })} Before the certificate we ask for your evaluation of the course${asked}.`,
  }
}
