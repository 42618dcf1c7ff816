import { type Letter, letter, type Sender } from '#platform/mail/letter.ts'
import { markedAgain } from './certificates.rules.ts'

type CertificateLetter = {
  site: Sender
  name: string
  courseName: string
  address: string
  /** Whether it is passed since a key was corrected. */
  isMarkedAgain: boolean
}

export function certificateLetter({ site, name, courseName, address, isMarkedAgain }: CertificateLetter): Letter {
  return letter({
    site,
    subject: `Your certificate: ${courseName}`,
    preview: isMarkedAgain
      ? 'We have marked your examination again. You have passed, and your certificate is attached.'
      : 'Your certificate of completion is attached, with a link where anyone you choose can verify it.',
    heading: isMarkedAgain ? `You have passed, ${name}` : `Congratulations, ${name}`,
    paragraphs: [
      ...(isMarkedAgain
        ? [markedAgain(courseName), 'Your certificate of completion is attached as a PDF.']
        : [
            `You have completed ${courseName} and passed its examination. Your certificate of completion is attached as a PDF.`,
          ]),
      "Share the link below with anyone who needs to verify your certificate. It can't be guessed, so only people who have the link can see it.",
    ],
    button: { label: 'View my certificate', address },
    afterwards: ['Please keep this message with your records.'],
  })
}
