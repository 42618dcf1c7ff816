/** An email to members. The owner can change its subject and opening lines. */
type EmailText = {
  group: 'account' | 'purchases' | 'learning' | 'certificates'
  label: string
  /** What causes the email. */
  trigger: string
  /** The standard text, with variables in braces. Empty lines separate paragraphs. */
  subject: string
  opening: string
  /** What each variable contains. `academy` is in all emails, a member's name only in emails to verified addresses. */
  variables: Readonly<Record<string, string>>
  /** A variable that the opening must contain, and why. */
  required?: { name: string; reason: string }
  /** Whether the opening may be empty. */
  isOpeningOptional?: true
  /** The cases in which the standard opening is used instead of the owner's. */
  exception?: string
}

const MEMBER = {
  first_name: 'The member’s first name, or their username if they gave no name',
  name: 'The member’s first and last name, or their username',
} as const
const ITEM = { item: 'The course, podcast, or document' } as const
const COURSE = { course: 'The course' } as const
const ORDER = { ...MEMBER, ...ITEM, order: 'The order number' } as const
const REGRADED =
  'We made a mistake in grading one question on the {course} exam. We corrected it and regraded every exam that included that question. You now pass.'

/** All emails that the owner can change, in the order of the studio's list. */
export const EMAIL_TEXTS = {
  verification: {
    group: 'account',
    label: 'Email verification',
    trigger: 'Someone registers, or asks for the link again.',
    subject: 'Verify your email',
    opening: 'You created an account at {academy}. Please verify your email address to start using it.',
    variables: {},
  },
  password_reset: {
    group: 'account',
    label: 'Password reset',
    trigger: 'A member forgot their password, or staff send them a link to choose one.',
    subject: 'Choose a new password',
    opening: 'We received a request to reset the password for your account at {academy}.',
    variables: {},
  },
  email_change: {
    group: 'account',
    label: 'Confirmation of a new email',
    trigger: 'A member’s email is about to change. Sent to the new address.',
    subject: 'Confirm your new email',
    opening: 'We received a request to use this address for an account at {academy}.',
    variables: {},
  },
  name_corrected: {
    group: 'account',
    label: 'Name corrected',
    trigger: 'Staff corrected a member’s name.',
    subject: 'Your name was corrected',
    opening: 'Our support team corrected the name on your account at {academy} on {time}.',
    variables: { ...MEMBER, time: 'The date and time of the correction' },
  },
  receipt: {
    group: 'purchases',
    label: 'Receipt',
    trigger: 'A purchase is complete, or staff send the receipt again.',
    subject: 'Your receipt: {item}',
    opening: '{item} is ready.',
    variables: { ...ORDER, total: 'The total, such as $249.00' },
    exception: 'If the payment was refunded or disputed before the receipt was sent, the standard opening is used.',
  },
  payment_failed: {
    group: 'purchases',
    label: 'Payment failed',
    trigger: 'A bank rejects a payment that it was still processing.',
    subject: 'Payment failed: {item}',
    opening: 'Your bank didn’t complete the payment of {amount} for {item}. You weren’t charged.',
    variables: { ...ORDER, amount: 'The amount of the payment' },
  },
  refund: {
    group: 'purchases',
    label: 'Refund',
    trigger: 'Stripe confirms a refund.',
    subject: 'Your refund: {item}',
    opening: 'We refunded {amount} {destination}. It usually appears within 5 to 10 business days.',
    variables: {
      ...ORDER,
      amount: 'The refunded amount',
      destination: 'Where the money goes, such as “to your card (Visa ending in 4242)”',
    },
    required: { name: 'destination', reason: 'the buyer must know where the money goes' },
  },
  refund_failed: {
    group: 'purchases',
    label: 'Refund failed',
    trigger: 'A bank doesn’t accept a refund.',
    subject: 'Refund failed: {item}',
    opening: 'Your bank didn’t accept {refund} for {item} and returned the money to us.',
    variables: { ...ORDER, refund: 'The refund that failed, such as “a refund of $10.00”' },
  },
  dispute: {
    group: 'purchases',
    label: 'Payment disputed',
    trigger: 'A buyer’s bank disputes a payment.',
    subject: 'Payment disputed: {item}',
    opening:
      'Your bank has notified us that your payment for {item} is disputed. It has withdrawn {amount} from us for now.',
    variables: { ...ORDER, amount: 'The disputed amount' },
  },
  dispute_decided: {
    group: 'purchases',
    label: 'Dispute decided',
    trigger: 'A bank decides a dispute in the buyer’s favor.',
    subject: 'Dispute decided: {item}',
    opening: 'The dispute over your payment for {item} was decided in your favor. Your bank returned {amount} to you.',
    variables: { ...ORDER, amount: 'The returned amount' },
  },
  enrolled: {
    group: 'purchases',
    label: 'Free access',
    trigger: 'Staff give a member free access.',
    subject: 'You have access to {item}',
    opening: '{academy} gave you free access to {item}. It’s in your account now.',
    variables: { ...MEMBER, ...ITEM },
  },
  invited: {
    group: 'purchases',
    label: 'Free access with a new account',
    trigger: 'Staff give free access to someone who has no password yet.',
    subject: 'You have access to {item}',
    opening:
      '{academy} gave you free access to {item}. We created an account for you. Choose a password to get started.',
    variables: { ...MEMBER, ...ITEM },
  },
  study_reminder: {
    group: 'learning',
    label: 'Study reminder',
    trigger: 'A member stops studying for as many days as you set under General.',
    subject: 'Continue {course}',
    opening:
      'You started {course} and left off in {place}.\n\n{time_left} You can study a few minutes at a time, even on your phone.',
    variables: {
      ...MEMBER,
      ...COURSE,
      place: 'Where they stopped, such as “lecture 2, Reading a Record, at 3:12”',
      time_left: 'A sentence such as “You have about 1 hour of lectures left.” It is empty if the time is unknown.',
    },
  },
  notifications: {
    group: 'learning',
    label: 'Notifications',
    trigger: 'A member has new replies, lectures, or other notifications that they get by email.',
    subject: '{summary}',
    opening: '',
    variables: { ...MEMBER, summary: 'The notification, or the kind and number if there are several' },
    isOpeningOptional: true,
  },
  report_upheld: {
    group: 'learning',
    label: 'Question report: the member was right',
    trigger: 'Staff agree with a member’s question report.',
    subject: 'Question report: {course}',
    opening:
      'You reported this question on the {course} exam: {question}\n\nYou found a mistake, and we’re correcting it.',
    variables: { ...MEMBER, ...COURSE, question: 'The question that the member reported' },
  },
  report_declined: {
    group: 'learning',
    label: 'Question report: no change',
    trigger: 'Staff disagree with a member’s question report.',
    subject: 'Question report: {course}',
    opening: 'You reported this question on the {course} exam: {question}\n\nThe question won’t change.',
    variables: { ...MEMBER, ...COURSE, question: 'The question that the member reported' },
  },
  passed_after_regrading: {
    group: 'learning',
    label: 'Passed after regrading',
    trigger: 'An answer key was corrected, and a member passes but still needs steps for the certificate.',
    subject: 'You passed: {course}',
    opening: REGRADED,
    variables: { ...MEMBER, ...COURSE },
  },
  certificate: {
    group: 'certificates',
    label: 'Certificate',
    trigger: 'A member earns a certificate, or staff send it again.',
    subject: 'Your certificate: {course}',
    opening: '{result}. Your certificate is attached as a PDF.',
    variables: {
      ...MEMBER,
      ...COURSE,
      result: 'What the member did, such as “You passed the exam for Reading a Record”',
    },
  },
  certificate_after_regrading: {
    group: 'certificates',
    label: 'Certificate after regrading',
    trigger: 'An answer key was corrected, and a member passes and gets a certificate.',
    subject: 'Your certificate: {course}',
    opening: `${REGRADED}\n\nYour certificate is attached as a PDF.`,
    variables: { ...MEMBER, ...COURSE },
  },
  certificate_revoked: {
    group: 'certificates',
    label: 'Certificate revoked by staff',
    trigger: 'Staff revoke a certificate.',
    subject: 'Your certificate was revoked',
    opening: 'We revoked your certificate for {course}.',
    variables: { ...MEMBER, ...COURSE },
  },
  certificate_revoked_with_payment: {
    group: 'certificates',
    label: 'Certificate revoked with its payment',
    trigger: 'A certificate is revoked because the payment was refunded or lost in a dispute.',
    subject: 'Your certificate was revoked',
    opening: 'Your payment for {course} was refunded or returned in a dispute, so your certificate is no longer valid.',
    variables: { ...MEMBER, ...COURSE },
  },
  certificate_restored: {
    group: 'certificates',
    label: 'Certificate restored',
    trigger: 'Staff restore a revoked certificate.',
    subject: 'Your certificate is valid again',
    opening: 'Your certificate for {course} is valid again, and its page says so.',
    variables: { ...MEMBER, ...COURSE },
  },
} as const satisfies Record<string, EmailText>

export type EmailTextName = keyof typeof EMAIL_TEXTS

export const EMAIL_TEXT_NAMES = Object.keys(EMAIL_TEXTS) as [EmailTextName, ...EmailTextName[]]

/** The value of each variable of an email except `academy`. */
export type EmailTextValues<Name extends EmailTextName> = Readonly<
  Record<keyof (typeof EMAIL_TEXTS)[Name]['variables'], string>
>

export function getEmailText(name: EmailTextName): EmailText {
  return EMAIL_TEXTS[name]
}

/** Returns the variables that an email may use, with their meanings. */
export function getVariables(name: EmailTextName): Readonly<Record<string, string>> {
  return { ...EMAIL_TEXTS[name].variables, academy: 'Your academy’s name' }
}

export const MAX_SUBJECT_LENGTH = 120
export const MAX_OPENING_LENGTH = 1000
export const MAX_PARAGRAPHS = 3
