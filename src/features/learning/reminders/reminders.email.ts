import { type Letter, letter, type Sender } from '#platform/mail/letter.ts'
import { clockTime } from '#shared/clock-time.ts'
import { minutesInWords, type Place } from './reminders.rules.ts'

type StudyReminder = { site: Sender; title: string; place: Place; address: string; leaveAddress: string }

/** To a member who has begun a course and not gone on for some days. */
export function studyReminderLetter({ site, title, place, address, leaveAddress }: StudyReminder): Letter {
  const { lecture, number, minutesLeft } = place
  const time = lecture.stoppedAt === null || lecture.stoppedAt < 1 ? '' : `, at ${clockTime(lecture.stoppedAt)}`
  const left = minutesLeft === 0 ? '' : minutesInWords(minutesLeft)
  return letter({
    site,
    subject: `Your place in ${title}`,
    preview: `Lecture ${number}: ${lecture.name}.${left && ` About ${left} of lectures to go.`}`,
    heading: 'Your place is kept',
    paragraphs: [
      `In ${title} your place is in lecture ${number}, ${lecture.name}${time}.`,
      left
        ? `About ${left} of lectures to go. A few minutes at a time are fine, on a phone, too: it picks up where you stopped.`
        : 'A few minutes at a time are fine, on a phone, too: it picks up where you stopped.',
    ],
    button: { label: 'Continue', address },
    afterwards: ['The course is yours and stays open, so there is no hurry. We remind you of it this once.'],
    leave: {
      why: 'You get this mail because you began this course and have study reminders on.',
      label: 'Send me no more study reminders',
      address: leaveAddress,
    },
  })
}
