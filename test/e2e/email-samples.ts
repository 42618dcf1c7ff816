import { renderNewDeviceEmail } from '../../src/features/people/accounts/new-device.email.ts'
import {
  renderAccountLockedEmail,
  renderPasswordResetEmail,
} from '../../src/features/people/login/password-reset.email.ts'
import { renderVerificationEmail } from '../../src/features/people/login/verification.email.ts'
import {
  renderEmailChangeEmail,
  renderEmailChangeRequestedEmail,
  renderEmailChangedEmail,
  renderEmailTakenEmail,
  renderStaffEmailChangeEmail,
} from '../../src/features/people/own-account/email-change.email.ts'
import { renderPasswordChangedEmail } from '../../src/features/people/own-account/password-change.email.ts'
import { renderCertificateEmail } from '../../src/features/credentials/certificates/certificate.email.ts'
import { renderReportAnswerEmail } from '../../src/features/learning/question-reports/question-report.email.ts'
import { renderPassedAfterRegradingEmail } from '../../src/features/learning/exams/passed-after-regrading.email.ts'
import {
  renderRestoredEmail,
  renderRevokedEmail,
} from '../../src/features/credentials/certificates/revocation.email.ts'
import { getAmountLines } from '../../src/features/commerce/orders/orders.rules.ts'
import { renderDisputeEmail, renderLostDisputeEmail } from '../../src/features/commerce/orders/dispute.email.ts'
import { renderFailedPaymentEmail } from '../../src/features/commerce/orders/failed-payment.email.ts'
import { renderFailedRefundEmail } from '../../src/features/commerce/orders/failed-refund.email.ts'
import {
  renderOperatorDisputeEmail,
  renderOperatorLostDisputeEmail,
  renderOperatorFailedRefundEmail,
  renderSaleEmail,
  renderOperatorIssueEmail,
} from '../../src/features/commerce/orders/operator-notifications.email.ts'
import { renderReceiptEmail } from '../../src/features/commerce/orders/receipt.email.ts'
import { renderRefundEmail } from '../../src/features/commerce/orders/refund.email.ts'
import {
  renderDeletionEmail,
  renderDeletionCanceledEmail,
} from '../../src/features/back-office/privacy/deletion.email.ts'
import { renderChangeNotice } from '../../src/features/back-office/service-settings/change-notice.email.ts'
import { renderAlertsEmail, renderTestAlertEmail } from '../../src/features/back-office/alerts/alerts.email.ts'
import { renderEnrollmentEmail, renderInvitationEmail } from '../../src/features/commerce/access/enrollment.email.ts'
import { renderNameChangedEmail } from '../../src/features/people/member-administration/name-correction.email.ts'
import { renderStaffInvitationEmail } from '../../src/features/people/member-administration/staff-invitation.email.ts'
import { renderTestEmail } from '../../src/features/people/member-administration/test.email.ts'
import { renderTwoFactorChangedEmail } from '../../src/features/people/accounts/two-factor-change.email.ts'
import { renderNotificationsEmail } from '../../src/features/people/notifications/notifications.email.ts'
import { renderMessageEmail } from '../../src/features/learning/messages/message.email.ts'
import { renderStudyReminderEmail } from '../../src/features/learning/reminders/reminder.email.ts'
import type { EmailContent } from '../../src/platform/mail/email-template.ts'

type Case = { name: string; site: string; person: string; item: string; host: string }

const USUAL = {
  name: 'ordinary content',
  site: 'Legal Nurse Academy',
  person: 'Nora Nightingale, RN, BSN',
  item: 'Defense Medical Exam Training',
  host: 'https://academy.example.com',
}

/** Names of people, and text that breaks layouts. */
const CASES: Case[] = [
  USUAL,
  {
    name: 'a name with one long word',
    site: 'Rechtspflegefachkräfteweiterbildungsakademiegesellschaft Nordrhein-Westfalen & Söhne <GmbH>',
    person:
      'Annemarieluisewilhelmine-Charlottefriederikeauguste Oberwasserschifffahrtsdirektionsrätin-Müllerlüdenscheidt',
    item: 'Sachverständigengutachtenbeobachtungsprotokollierungsgrundlagenlehrgang für Pflegefachkräfte, mit Übungen und Prüfung',
    host: 'https://weiterbildung.rechtspflegefachkräfteweiterbildungsakademie.example.com',
  },
  {
    ...USUAL,
    name: 'Thai',
    person: 'นางสาวกาญจนาภรณ์ศรีสวัสดิ์ ณ อยุธยาวงศ์เจริญพานิชกุลรัตนโกสินทร์',
    item: 'หลักสูตรการสังเกตการณ์การตรวจร่างกายทางการแพทย์เพื่อการต่อสู้คดีสำหรับพยาบาลวิชาชีพ',
  },
  {
    ...USUAL,
    name: 'Arabic',
    person: 'عبدالرحمنبنمحمدبنعبداللهبنسليمانالحسينيالهاشميالقرشيالمدني, RN',
    item: 'تدريبعلىالفحصالطبيالدفاعيوالملاحظةوالتقريرالمكتوبللممرضينالقانونيين',
  },
  {
    ...USUAL,
    name: 'emoji',
    person: '🌸👩🏽‍⚕️🌸👩🏽‍⚕️🌸👩🏽‍⚕️🌸👩🏽‍⚕️🌸👩🏽‍⚕️🌸👩🏽‍⚕️🌸👩🏽‍⚕️🌸👩🏽‍⚕️🌸👩🏽‍⚕️🌸👩🏽‍⚕️🌸👩🏽‍⚕️🌸👩🏽‍⚕️',
    item: 'Exam 🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺🩺 Training',
  },
]

const OWED = { kind: 'owed', amount: '$10.00' } as const

/** Every email that the academy sends, with ordinary and with difficult content. */
export const EMAIL_SAMPLES: { name: string; email: EmailContent }[] = CASES.flatMap((each) =>
  Object.entries({
    ...getEmails(each),
    ...(hasReversals(each) && { ...reversalsOf(each), ...accountNewsOf(each) }),
  }).map(([kind, email]) => ({
    name: `${kind}, ${each.name}`,
    email,
  })),
)

/**
 * Emails about reversals and accounts have the same layout and parts, so ordinary content and the longest content are
 * enough.
 */
function hasReversals({ name }: Case): boolean {
  return name === USUAL.name || name.includes('long word')
}

function reversalsOf({ site: name, person, item, host }: Case): Record<string, EmailContent> {
  const site = getSite(name)
  const order = { site, buyer: getMember(person), orderNumber: '261121004217', itemName: item, amount: '$239.20' }
  const address = `${host}/Account/`
  const access = { isOpen: false, canBuy: true }
  const who = { buyer: `${person}, nora@example.com`, isOpen: false, isErased: false }
  const notice = { ...order, ...who, isTaxed: false, left: undefined, refunding: undefined, owed: undefined }
  return {
    refund: renderRefundEmail({
      ...order,
      amountInAll: '$249.20',
      isAll: false,
      state: 'paid',
      access,
      to: 'to your card (Visa ending in 4242)',
      address,
    }),
    dispute: renderDisputeEmail({ ...order, address, access }),
    'lost dispute': renderLostDisputeEmail({ ...order, address, access, state: 'paid', owed: '$10.00' }),
    'failed payment': renderFailedPaymentEmail({ ...order, address, access, ordersAddress: address }),
    sale: renderSaleEmail(notice),
    'notice of a dispute': renderOperatorDisputeEmail({
      ...notice,
      givenBack: undefined,
      state: 'disputed',
      answerBy: 'Nov 30, 2026',
    }),
    'notice of a dispute after a refund': renderOperatorDisputeEmail({
      ...notice,
      givenBack: notice.amount,
      state: 'refunded',
      answerBy: 'Nov 30, 2026',
    }),
    'notice of a lost dispute': renderOperatorLostDisputeEmail({ ...notice, givenBack: undefined, state: 'disputed' }),
    'notice of a dispute lost after a refund': renderOperatorLostDisputeEmail({
      ...notice,
      givenBack: notice.amount,
      state: 'refunded',
    }),
    'failed refund': renderFailedRefundEmail({ ...order, failed: '$10.00', debt: OWED, ordersAddress: address }),
    'notice of a failed refund': renderOperatorFailedRefundEmail({
      ...notice,
      failed: '$10.00',
      debt: OWED,
      refunded: '$10.00',
      lost: undefined,
    }),
    trouble: renderOperatorIssueEmail({
      site,
      sentence: `A payment does not match its order (amount), so the purchase was not delivered. Refund it: refund ${order.orderNumber}`,
      facts: { orderNumber: order.orderNumber, intentId: 'pi_3QJ5nD2eZvKYlo2C1a2b3c4d', received: 14_900 },
    }),
  }
}

function accountNewsOf({ site: name, person, item, host }: Case): Record<string, EmailContent> {
  const site = getSite(name)
  const time = 'Nov 22, 2026, 9:43 AM ET'
  const token = 'Q0tqv1mC0rB7n4PZc2o9JH6u3s5xkWdyaE8LgFh-TiM'
  const news = { site, time, from: 'nora@example.com', to: `${'nora.nightingale'.repeat(3)}@hospital.example.com` }
  const from = { device: 'Chrome on Android', network: '2001:db8:1:2::/64', address: `${host}/EndSession/${token}` }
  return {
    locked: renderAccountLockedEmail({ site }),
    'new place': renderNewDeviceEmail({ site, time, from }),
    'new place, mailed late': renderNewDeviceEmail({ site, time, from: undefined }),
    'password changed': renderPasswordChangedEmail({ site, time, isDeletionCanceled: true }),
    'new email': renderEmailChangeEmail({ site, address: `${host}/ConfirmEmail/${token}` }),
    'new email, taken': renderEmailTakenEmail({ site }),
    'new email asked for': renderEmailChangeRequestedEmail(news),
    'new email asked for by staff': renderStaffEmailChangeEmail({
      ...news,
      linkTime: time,
      address: `${host}/KeepEmail/${'0d7e2a5b'.repeat(8)}`,
    }),
    'email changed': renderEmailChangedEmail(news),
    'second step changed': renderTwoFactorChangedEmail({
      site,
      address: `${host}/ForgotPassword`,
      change: 'all_reset',
    }),
    'email settings changed': renderChangeNotice({
      site,
      kind: 'mail',
      time,
      by: person,
      address: `${host}/Studio/Email/`,
    }),
    'payment settings changed': renderChangeNotice({
      site,
      kind: 'cards',
      time,
      by: person,
      address: `${host}/Studio/Payments/`,
    }),
    'name corrected': renderNameChangedEmail({
      site,
      member: getMember(person),
      time,
      from: 'Nora N.',
      to: person,
      certificates: 2,
    }),
    enrolled: renderEnrollmentEmail({ site, member: getMember(person), title: item, address: `${host}/MyAcademy/` }),
    invited: renderInvitationEmail({
      site,
      member: getMember(person),
      title: item,
      address: `${host}/ResetPassword/${token}`,
      days: 7,
    }),
    'test email': renderTestEmail(site),
    'staff invitation': renderStaffInvitationEmail({
      site,
      role: 'support',
      address: `${host}/ResetPassword/${token}`,
    }),
    'test alert': renderTestAlertEmail(site, new URL(host).host),
    alerts: renderAlertsEmail({
      site,
      host: new URL(host).host,
      changes: [
        {
          name: 'disk_low',
          is: 'new',
          text: '0.5 GB free in /srv. Free up space: at least 1 GB is needed',
          since: new Date('2026-11-22T15:00:00Z'),
        },
      ],
    }),
    'to be deleted': renderDeletionEmail({ site, day: '2026-11-29', address: `${host}/Account/` }),
    'not deleted': renderDeletionCanceledEmail({ site, address: `${host}/Account/` }),
  }
}

function getMember(person: string) {
  return { firstName: person, lastName: '', username: 'nora' }
}

function getSite(name: string) {
  return {
    name,
    postalAddress: '100 Example Avenue, Suite 200, Springfield, ZZ 00000',
    email: 'hello@academy.example.com',
    phone: '(555) 010-0142',
    language: 'en-US',
    timeZone: 'America/New_York',
    emailTexts: {},
  }
}

function getEmails({ site: name, person, item, host }: Case): Record<string, EmailContent> {
  const site = getSite(name)
  const token = 'Q0tqv1mC0rB7n4PZc2o9JH6u3s5xkWdyaE8LgFh-TiM'
  const member = getMember(person)
  const ready = { site, member, name: person, courseName: item, address: `${host}/Certificate/${token}` }
  return {
    verification: renderVerificationEmail({ site, address: `${host}/VerifyEmail/${token}` }),
    'new password': renderPasswordResetEmail({ site, address: `${host}/ResetPassword/${token}` }),
    'notices of a day': renderNotificationsEmail({
      site,
      member,
      kind: 'followed-thread',
      listed: [
        { words: `Something new was written in a thread that you follow in ${item}.`, address: '/Account/' },
        { words: `Another thread that you follow in ${item} has a reply marked as the answer.`, address: '/Account/' },
      ],
      publicUrl: host,
      leaveAddress: `${host}/Leave/${token}${token}`,
    }),
    'message from staff': renderMessageEmail({
      site,
      publicUrl: host,
      member,
      subject: 'Office hours on Friday',
      html: '<p>Hi {first_name},</p>\n<p>ask <strong>anything</strong> about <a href="/Course/x" rel="nofollow">{course}</a>.</p>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>',
      course: item,
      lecture: '',
      leaveAddress: `${host}/Leave/${token}${token}`,
    }),
    'study reminder': renderStudyReminderEmail({
      site,
      member,
      title: item,
      place: {
        lecture: {
          slug: 'rules',
          name: 'The rules that shape the exam, and what each of them asks of the observer',
          length: 600,
          isCompleted: false,
          stoppedAt: 192,
          stoppedOn: null,
        },
        number: 2,
        minutesLeft: 85,
      },
      address: `${host}/MyAcademy/defense-medical-exam-training/Lecture/rules`,
      leaveAddress: `${host}/Leave/${token}${token}`,
    }),
    certificate: renderCertificateEmail({ ...ready, claim: 'completed', isMarkedAgain: false }),
    'certificate, marked again': renderCertificateEmail({ ...ready, claim: 'passed', isMarkedAgain: true }),
    'revoked certificate': renderRevokedEmail({
      site,
      member,
      courseName: item,
      address: `${host}/Certificate/${token}`,
      reason: 'the examination was taken by somebody else',
    }),
    'certificate of a refund': renderRevokedEmail({
      site,
      member,
      courseName: item,
      address: `${host}/Certificate/${token}`,
      reason: null,
    }),
    'restored certificate': renderRestoredEmail({
      site,
      member,
      courseName: item,
      address: `${host}/Certificate/${token}`,
      reason: 'The examination was taken again.',
    }),
    'contest upheld': renderReportAnswerEmail({
      site,
      member,
      courseName: item,
      question: 'Which rule says who may stand beside the examinee, and what does it ask of the observer?',
      outcome: 'upheld',
      words: 'Thank you: the rule was amended this year.\n\nWe have corrected the key.',
      address: `${host}/Account/Contests`,
    }),
    'contest declined': renderReportAnswerEmail({
      site,
      member,
      courseName: item,
      question: 'Which rule says who may stand beside the examinee?',
      outcome: 'declined',
      words: 'The rule that you name holds in another state.',
      address: `${host}/Account/Contests`,
    }),
    'passed now': renderPassedAfterRegradingEmail({
      site,
      member,
      courseName: item,
      address: `${host}/Examination/${token}/Evaluation`,
    }),
    receipt: renderReceiptEmail({
      site,
      buyer: member,
      orderNumber: '261121004217',
      invoiceNumber: 'INV-000042',
      orderedOn: '2026-11-21',
      kind: 'course',
      itemName: item,
      access: { isOpen: true, canBuy: false },
      refund: { days: 14, isBuiltIn: true, address: `${host}/TermsOfService/#refunds` },
      lines: getAmountLines(
        {
          state: 'paid',
          listPriceCents: 29_900,
          discountCents: 5_980,
          priceCents: 23_920,
          taxCents: 1_734,
          refundedCents: 1_000,
          lostCents: 0,
          couponCode: 'SPRING-OF-THE-OBSERVERS-AND-ALL',
        },
        'en-US',
      ),
      paidWith: 'American Express ending in 0005',
      state: 'paid',
      ordersAddress: `${host}/Account/Orders/`,
      address: `${host}/MyAcademy/defense-medical-exam-training-what-nobody-tells-you-before-the-first-report`,
    }),
  }
}
