import { type Letter, letter, type Sender } from '#platform/mail/letter.ts'
import { timeInWords } from '#shared/dates.ts'
import { type Change, inOneLine, titleOf } from './alerts.rules.ts'

type Told = { site: Sender & { timeZone: string; language: string }; host: string; changes: Change[] }

/** What has begun, what lasts and what is over, in one mail. */
export function alertsLetter({ site, host, changes }: Told): Letter {
  const isOver = changes.every(({ is }) => is === 'over')
  return letter({
    site,
    subject: `${inOneLine(changes)} (${host})`,
    preview: changes.map(({ text }) => text).join(' '),
    heading: isOver ? 'This is over' : 'The academy needs you',
    paragraphs: changes.map(({ name, is, text, since }) => {
      const what = `${titleOf(name)}, ${is === 'lasts' ? 'still, ' : ''}since ${timeInWords(since, site.timeZone, site.language)}: ${text}.`
      return is === 'over' ? `Over now: ${what}` : what
    }),
    afterwards: [
      'Each is told once when it begins, once a day while it lasts, and when it is over. `npm run academy -- doctor` tells how it stands now.',
    ],
  })
}

/** What somebody asked for who wants to know whether alerts arrive. */
export function trialLetter(site: Sender, host: string): Letter {
  const told = 'Alerts arrive here: somebody tried it with try-alerts. Nothing has happened.'
  return letter({
    site,
    subject: `A trial of alerts (${host})`,
    preview: told,
    heading: 'A trial of alerts',
    paragraphs: [told],
  })
}
