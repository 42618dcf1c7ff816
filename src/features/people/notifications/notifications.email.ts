import { type Letter, letter, type Sender } from '#platform/mail/letter.ts'
import { counted } from '#shared/counted.ts'
import { pageAddress } from '#shared/pages.ts'
import { MOST_IN_A_LETTER, type NoticeKind, NOTICES, subjectOf } from './notifications.rules.ts'

type ToldByMail = {
  site: Sender
  kind: NoticeKind
  /** At least one, the oldest first; `address` within the site, where it leads to one place. */
  told: readonly { words: string; address: string | null }[]
  publicUrl: string
  leaveAddress: string
}

/** What a member was told at the bell, of one kind. */
export function noticesLetter({ site, kind, told, publicUrl, leaveAddress }: ToldByMail): Letter {
  const { label, inSentence } = NOTICES[kind]
  const [first] = told
  const isOne = told.length === 1
  const left = told.length - MOST_IN_A_LETTER
  const subject = isOne && first ? subjectOf(first.words) : `${label}: ${told.length}`
  return letter({
    site,
    subject,
    preview: first?.words ?? label,
    heading: label,
    paragraphs: [
      ...told.slice(0, MOST_IN_A_LETTER).map(({ words }) => words),
      ...(left > 0 ? [`And ${counted(left, 'more notice')}.`] : []),
    ],
    button:
      isOne && first?.address
        ? { label: 'See it', address: publicUrl + first.address }
        : { label: 'See them', address: publicUrl + pageAddress('/Account/Notices') },
    leave: {
      why: `You get this mail because you have ${inSentence} on. When they come, you choose under Account, Mails.`,
      label: `Send me no more ${inSentence}`,
      address: leaveAddress,
    },
  })
}
