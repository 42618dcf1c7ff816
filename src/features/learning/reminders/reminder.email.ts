import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import { formatMinutes, type ResumePoint } from './reminders.rules.ts'

type StudyReminder = { site: Sender; title: string; place: ResumePoint; address: string; leaveAddress: string }

/** For a member who started a course and has not continued for some days. */
export function renderStudyReminderEmail({ site, title, place, address, leaveAddress }: StudyReminder): EmailContent {
  const { lecture, number, minutesLeft } = place
  const time = lecture.stoppedAt === null || lecture.stoppedAt < 1 ? '' : `, at ${formatClockTime(lecture.stoppedAt)}`
  const left = minutesLeft === 0 ? '' : formatMinutes(minutesLeft)
  return renderEmail({
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
