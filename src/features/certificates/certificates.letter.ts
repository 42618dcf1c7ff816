import { type Letter, letter, type Sender } from '#platform/mail/letter.ts'

type CertificateLetter = { site: Sender; name: string; courseName: string; address: string }

export function certificateLetter({ site, name, courseName, address }: CertificateLetter): Letter {
  return letter({
    site,
    subject: `Your certificate: ${courseName}`,
    preview: 'Your certificate of completion is attached, with an address where anyone can check it.',
    heading: `Congratulations, ${name}`,
    paragraphs: [
      `You have completed ${courseName} and passed its examination. Your certificate of completion is attached as a PDF.`,
      'Anyone you give the address below can check your certificate there. It is long and random, so only those who have it can find it.',
    ],
    button: { label: 'View my certificate', address },
    afterwards: ['Please keep this message with your records.'],
  })
}
