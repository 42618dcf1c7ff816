import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import { formatMinutes, type ResumePoint } from './reminders.rules.ts'

type StudyReminder = {
  site: EmailSite
  member: MemberNames
  title: string
  place: ResumePoint
  address: string
  leaveAddress: string
}

/** The email to a member who started a course and has not continued for several days. */
export function renderStudyReminderEmail({
  site,
  member,
  title,
  place,
  address,
  leaveAddress,
}: StudyReminder): EmailContent {
  const { lecture, number, minutesLeft } = place
  const time = lecture.stoppedAt === null || lecture.stoppedAt < 1 ? '' : `, at ${formatClockTime(lecture.stoppedAt)}`
  const left = minutesLeft === 0 ? '' : formatMinutes(minutesLeft)
  return renderEditableEmail('study_reminder', {
    site,
    values: {
      ...getNameValues(member),
      course: title,
      place: `lecture ${number}, ${lecture.name}${time}`,
      time_left: left && `You have about ${left} of lectures left.`,
    },
    preview: `Lecture ${number}: ${lecture.name}.${left && ` About ${left} of lectures left.`}`,
    heading: 'Pick up where you left off',
    button: { label: 'Continue', address },
    afterward: ['There’s no rush: your access doesn’t expire. This is the only reminder we’ll send for this course.'],
    leave: {
      why: 'You’re getting this email because you started this course and have study reminders turned on.',
      label: 'Unsubscribe from study reminders',
      address: leaveAddress,
    },
  })
}
