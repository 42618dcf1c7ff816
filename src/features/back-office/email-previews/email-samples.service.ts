import { renderEnrollmentEmail, renderInvitationEmail } from '#features/commerce/access/enrollment.public.ts'
import {
  renderDisputeEmail,
  renderFailedPaymentEmail,
  renderFailedRefundEmail,
  renderLostDisputeEmail,
  renderReceiptEmail,
  renderRefundEmail,
} from '#features/commerce/orders/order-emails.public.ts'
import {
  renderCertificateEmail,
  renderRestoredEmail,
  renderRevokedEmail,
} from '#features/credentials/certificates/certificates.public.ts'
import type { EmailTextName } from '#features/foundation/email-texts/email-texts.public.ts'
import type { getRefundPolicy, Site } from '#features/foundation/site/site.public.ts'
import { renderPassedAfterRegradingEmail } from '#features/learning/exams/exams.public.ts'
import { renderReportAnswerEmail } from '#features/learning/question-reports/question-reports.public.ts'
import { renderStudyReminderEmail } from '#features/learning/reminders/reminders.public.ts'
import { renderPasswordResetEmail, renderVerificationEmail } from '#features/people/login/login.public.ts'
import { renderNameChangedEmail } from '#features/people/member-administration/member-administration.public.ts'
import { renderNotificationsEmail } from '#features/people/notifications/notifications.public.ts'
import { renderEmailChangeEmail } from '#features/people/own-account/own-account.public.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import { formatAmount } from '#shared/format-amount.ts'
import { formatDay, formatTime } from '#shared/dates.ts'

type SampleContext = {
  site: Site
  refunds: Awaited<ReturnType<typeof getRefundPolicy>>
  publicUrl: string
  now: Date
}

const MEMBER = { firstName: 'Sam', lastName: 'Sample', username: 'sam.sample' }
const COURSE = 'Reading a Medical Record'
const LECTURE = 'What the First Page Shows'
const QUESTION = 'Who may change a signed entry?'
const PRICE_CENTS = 24_900
const INVITATION_DAYS = 14
const MINUTES_LEFT = 85
const STOPPED_AT = 192

/** Renders an email with invented facts. Its links lead to the home page. */
export function renderSample(name: EmailTextName, { site, refunds, publicUrl, now }: SampleContext): EmailContent {
  const address = `${publicUrl}/`
  const amount = formatAmount(site.language, PRICE_CENTS)
  const access = { isOpen: true, canBuy: false }
  const member = { site, member: MEMBER, address }
  const ofCourse = { ...member, courseName: COURSE }
  const order = { site, buyer: MEMBER, orderNumber: '100000000001', itemName: COURSE, amount, access, address }
  const report = { ...ofCourse, question: QUESTION, words: 'Thank you for telling us.' }
  const samples: Record<EmailTextName, () => EmailContent> = {
    verification: () => renderVerificationEmail({ site, address }),
    password_reset: () => renderPasswordResetEmail({ site, address }),
    email_change: () => renderEmailChangeEmail({ site, address }),
    name_corrected: () =>
      renderNameChangedEmail({
        ...member,
        time: formatTime(now, site.timeZone, site.language),
        from: 'Sam Samson',
        to: 'Sam Sample, RN',
        certificates: 0,
      }),
    receipt: () =>
      renderReceiptEmail({
        ...order,
        invoiceNumber: 'INV-000001',
        orderedOn: formatDay(now, site.timeZone),
        kind: 'course',
        lines: [{ label: 'Total', amount, isTotal: true }],
        paidWith: 'Visa ending in 4242',
        state: 'paid',
        refund: { days: refunds.days ?? site.refundDays, isBuiltIn: refunds.isBuiltIn, address },
        ordersAddress: address,
      }),
    payment_failed: () =>
      renderFailedPaymentEmail({ ...order, access: { isOpen: false, canBuy: true }, ordersAddress: address }),
    refund: () =>
      renderRefundEmail({
        ...order,
        amountInAll: amount,
        isAll: true,
        state: 'refunded',
        access: { isOpen: false, canBuy: true },
        to: 'to your card (Visa ending in 4242)',
      }),
    refund_failed: () =>
      renderFailedRefundEmail({ ...order, failed: amount, debt: { kind: 'owed', amount }, ordersAddress: address }),
    dispute: () => renderDisputeEmail({ ...order, access: { isOpen: false, canBuy: false } }),
    dispute_decided: () =>
      renderLostDisputeEmail({
        ...order,
        access: { isOpen: false, canBuy: true },
        state: 'refunded',
        owed: undefined,
      }),
    enrolled: () => renderEnrollmentEmail({ ...member, title: COURSE }),
    invited: () => renderInvitationEmail({ ...member, title: COURSE, days: INVITATION_DAYS }),
    study_reminder: () =>
      renderStudyReminderEmail({
        ...member,
        title: COURSE,
        place: {
          lecture: {
            slug: 'sample',
            name: LECTURE,
            length: null,
            isCompleted: false,
            stoppedAt: STOPPED_AT,
            stoppedOn: null,
          },
          number: 2,
          minutesLeft: MINUTES_LEFT,
        },
        leaveAddress: address,
      }),
    notifications: () =>
      renderNotificationsEmail({
        site,
        member: MEMBER,
        kind: 'reply',
        listed: [{ words: `New reply to your question in ${COURSE}.`, address: '/' }],
        publicUrl,
        leaveAddress: address,
      }),
    report_upheld: () => renderReportAnswerEmail({ ...report, outcome: 'upheld' }),
    report_declined: () => renderReportAnswerEmail({ ...report, outcome: 'declined' }),
    passed_after_regrading: () => renderPassedAfterRegradingEmail(ofCourse),
    certificate: () =>
      renderCertificateEmail({ ...ofCourse, name: 'Sam Sample, RN', claim: 'completed', isMarkedAgain: false }),
    certificate_after_regrading: () =>
      renderCertificateEmail({ ...ofCourse, name: 'Sam Sample, RN', claim: 'completed', isMarkedAgain: true }),
    certificate_revoked: () => renderRevokedEmail({ ...ofCourse, reason: 'The exam was taken by someone else.' }),
    certificate_revoked_with_payment: () => renderRevokedEmail({ ...ofCourse, reason: null }),
    certificate_restored: () => renderRestoredEmail({ ...ofCourse, reason: 'The exam was taken again.' }),
  }
  return samples[name]()
}
