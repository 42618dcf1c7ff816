import { formatStatement } from '#shared/contact-hours.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { getNameDisclaimer } from '../certificates.rules.ts'
import type { Certificate } from './certificate-paper.tsx'

export function CertificateMeaning({ certificate }: { certificate: Certificate }) {
  return (
    <section aria-labelledby="meaning">
      <h2 id="meaning" className="mb-4 text-xl print:mb-1 print:text-lg">
        What this certificate is, and isn’t
      </h2>
      <ul className="flex list-none flex-col gap-3 print:gap-1 print:text-sm">
        {getStatements(certificate).map(({ icon, says, more }) => (
          <li key={says} className="flex gap-3">
            <Icon name={icon} className="mt-1 text-muted" />
            <span className="max-w-text min-w-0 print:max-w-none">
              <strong className="font-semibold">{says}</strong> {more}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Statement = { icon: IconName; says: string; more: string }

function getStatements({
  name,
  name_removed: isNameRemoved,
  status,
  claim,
  contact_hours: awarded,
}: Certificate): Statement[] {
  const who = isNameRemoved ? 'The certificate holder' : 'The person named'
  const skipped = awarded
    ? ''
    : claim === 'studied'
      ? ' Recordings count as completed once their end is reached, and texts when the learner says so, so parts may have been skipped.'
      : ' A lecture counts as completed once its end is reached, so parts may have been skipped.'
  const did =
    claim === 'passed'
      ? `${who} passed the course exam. A certificate of achievement is for passing the exam alone. Lectures are optional, and it doesn’t say whether any were taken.`
      : `${who} completed ${claim === 'studied' ? 'all lectures of the course, which has no exam' : 'the course and passed its exam'}.${skipped}`
  return [
    {
      icon: 'check-circle',
      says: claim === 'passed' ? 'A record that an exam was passed.' : 'A record that a course was completed.',
      more: status === 'valid' ? did : `${did} This certificate has since been revoked. Don’t rely on it.`,
    },
    {
      icon: 'close',
      says: 'Not a professional certification or a license.',
      more: 'Licensing and certification boards grant those under their own rules.',
    },
    awarded
      ? {
          icon: 'check-circle',
          says: `${awarded.hours} awarded.`,
          more: formatStatement(awarded),
        }
      : { icon: 'close', says: 'No nursing contact hours awarded.', more: '' },
    {
      icon: 'info',
      says: isNameRemoved ? 'The name was removed.' : getNameDisclaimer(name),
      more: isNameRemoved
        ? 'The holder deleted their account, which removed the name.'
        : 'We haven’t checked it against an ID.',
    },
  ]
}
