import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import { formatMinutes, type ResumePoint } from './reminders.rules.ts'

type StudyReminder = { site: Sender; title: string; place: ResumePoint; address: string; leaveAddress: string }

/** The email to a member who started a course and has not continued for several days. */
export function renderStudyReminderEmail({ site, title, place, address, leaveAddress }: StudyReminder): EmailContent {
  const { lecture, number, minutesLeft } = place
  const time = lecture.stoppedAt === null || lecture.stoppedAt < 1 ? '' : `, at ${formatClockTime(lecture.stoppedAt)}`
  const left = minutesLeft === 0 ? '' : formatMinutes(minutesLeft)
  return renderEmail({
    site,
    subject: `Continue ${title}`,
    preview: `Lecture ${number}: ${lecture.name}.${left && ` About ${left} of lectures left.`}`,
    heading: 'Pick up where you left off',
    paragraphs: [
      `You started ${title} and left off in lecture ${number}, ${lecture.name}${time}.`,
      left
        ? `You have about ${left} of lectures left. You can study a few minutes at a time, even on your phone.`
        : 'You can study a few minutes at a time, even on your phone.',
    ],
    button: { label: 'Continue', address },
    afterward: ['There’s no rush: your access doesn’t expire. This is the only reminder we’ll send for this course.'],
    leave: {
      why: 'You’re getting this email because you started this course and have study reminders turned on.',
      label: 'Unsubscribe from study reminders',
      address: leaveAddress,
    },
  })
}
