import { type Letter, letter } from '#platform/mail/letter.ts'

type CertificateLetter = { siteName: string; name: string; courseName: string; address: string }

export function certificateLetter({ siteName, name, courseName, address }: CertificateLetter): Letter {
  return letter({
    siteName,
    subject: `Your certificate: ${courseName}`,
    heading: `Congratulations, ${name}`,
    paragraphs: [
      `You have completed ${courseName} and passed its examination. Your certificate of completion is attached as a PDF.`,
      'Anyone to whom you give it can check it on the page below. Its address is long and random, so only those who have it can find it.',
    ],
    button: { label: 'Show my certificate', address },
    afterwards: ['Please keep this message: it is the record of your certificate.'],
  })
}
