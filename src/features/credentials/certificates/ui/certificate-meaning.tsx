import { formatStatement } from '#shared/contact-hours.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { getNameDisclaimer } from '../certificates.rules.ts'
import type { Certificate } from './certificate-paper.tsx'

export function CertificateMeaning({ certificate }: { certificate: Certificate }) {
  return (
    <section aria-labelledby="meaning">
      <h2 id="meaning" className="mb-4 text-xl print:mb-1 print:text-lg">
        What it is, and is not
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
  const who = isNameRemoved ? 'Its holder' : 'The person named'
  return [
    {
      icon: 'check-circle',
      says:
        claim === 'completed' ? 'A record that a course was completed.' : 'A record that an examination was passed.',
      more: `${who} ${claim === 'completed' ? 'completed the course and passed its examination' : 'passed the examination of the course'}.${status === 'valid' ? '' : ' It was revoked since, and nobody should rely on it.'}`,
    },
    {
      icon: 'close',
      says: 'Not a professional certification, and not a license.',
      more: 'Those are given by boards that test practice.',
    },
    awarded
      ? {
          icon: 'check-circle',
          says: `${awarded.hours} were awarded.`,
          more: formatStatement(awarded),
        }
      : { icon: 'close', says: 'No nursing contact hours are awarded.', more: '' },
    {
      icon: 'info',
      says: isNameRemoved ? 'The name was removed.' : getNameDisclaimer(name),
      more: isNameRemoved
        ? 'The holder has had the account deleted, and the name with it.'
        : 'The academy has not checked it against a document.',
    },
  ]
}
