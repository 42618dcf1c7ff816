import { type Letter, letter, type Sender } from '#platform/mail/letter.ts'

type CertificateLetter = { site: Sender; name: string; courseName: string; address: string }

export function certificateLetter({ site, name, courseName, address }: CertificateLetter): Letter {
  return letter({
    site,
    subject: `Your certificate: ${courseName}`,
    preview: 'Your certificate of completion is attached, with a link where anyone you choose can verify it.',
    heading: `Congratulations, ${name}`,
    paragraphs: [
      `You have completed ${courseName} and passed its examination. Your certificate of completion is attached as a PDF.`,
      "Share the link below with anyone who needs to verify your certificate. It can't be guessed, so only people who have the link can see it.",
    ],
    button: { label: 'View my certificate', address },
    afterwards: ['Please keep this message with your records.'],
  })
}
