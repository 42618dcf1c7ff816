import type { FeatureGroup } from '#platform/feature-group.ts'
import { alertJobs } from './alerts/alerts.jobs.ts'
import { privacyJobs } from './privacy/privacy.jobs.ts'
import { privacyRoutes } from './privacy/privacy.routes.ts'
import { seoRoutes } from './seo/seo.routes.ts'
import { builderRoutes } from './studio/builder.routes.ts'
import { completionRoutes } from './studio/completions.routes.ts'
import { serviceSettingsJobs } from './service-settings/service-settings.jobs.ts'
import { couponScreenRoutes } from './studio/coupons.routes.ts'
import { emailPreviewJobs } from './email-previews/email-previews.jobs.ts'
import { emailTextRoutes } from './studio/email-texts.routes.ts'
import { emailSettingsRoutes } from './studio/email-settings.routes.ts'
import { engagementRoutes } from './studio/engagement.routes.ts'
import { fileRoutes } from './studio/files.routes.ts'
import { studioListRoutes } from './studio/lists.routes.ts'
import { groupRoutes } from './studio/groups.routes.ts'
import { helpRoutes } from './studio/help.routes.ts'
import { logRoutes } from './studio/log.routes.ts'
import { messageRoutes } from './studio/messages.routes.ts'
import { memberAccountRoutes } from './studio/member-account.routes.ts'
import { orderScreenRoutes } from './studio/orders.routes.ts'
import { enrollmentRoutes } from './studio/enrollment.routes.ts'
import { memberCertificateRoutes } from './studio/member-certificates.routes.ts'
import { memberMutingRoutes } from './studio/muting.routes.ts'
import { ownerNotificationRoutes } from './studio/owner-notifications.routes.ts'
import { paletteRoutes } from './studio/palette.routes.ts'
import { paymentSettingsRoutes } from './studio/payment-settings.routes.ts'
import { postReportRoutes } from './studio/post-reports.routes.ts'
import { progressRoutes } from './studio/progress.routes.ts'
import { reviewQueueRoutes } from './studio/question-reports.routes.ts'
import { reminderRoutes } from './studio/reminders.routes.ts'
import { lawReviewRoutes } from './studio/reviews-due.routes.ts'
import { setupRoutes } from './studio/setup.routes.ts'
import { siteScreenRoutes } from './studio/site-screen.routes.ts'
import { staffRoutes } from './studio/staff.routes.ts'
import { studioRoutes } from './studio/studio.routes.ts'
import { todayScreenRoutes } from './studio/today.routes.ts'

export const backOffice: FeatureGroup = {
  routes: [
    { chapter: 'Studio', add: studioRoutes },
    { chapter: 'Studio: accounts', add: memberAccountRoutes },
    { chapter: 'Studio: certificates', add: memberCertificateRoutes },
    { chapter: 'Studio: orders', add: orderScreenRoutes },
    { chapter: 'Studio: today', add: todayScreenRoutes },
    { chapter: 'Studio: search', add: paletteRoutes },
    { chapter: 'Studio: help', add: helpRoutes },
    { chapter: 'Studio: coupons', add: couponScreenRoutes },
    { chapter: 'Studio: completions', add: completionRoutes },
    { chapter: 'Studio: lists', add: studioListRoutes },
    { chapter: 'Studio: progress', add: progressRoutes },
    { chapter: 'Studio: progress', add: engagementRoutes },
    { chapter: 'Studio: groups', add: groupRoutes },
    { chapter: 'Studio: messages', add: messageRoutes },
    { chapter: 'Studio: catalog', add: builderRoutes },
    { chapter: 'Studio: files', add: fileRoutes },
    { chapter: 'Studio: log', add: logRoutes },
    { chapter: 'Studio: staff', add: staffRoutes },
    { chapter: 'Studio: setup', add: setupRoutes },
    { chapter: 'Studio: site', add: siteScreenRoutes },
    { chapter: 'Studio: email settings', add: emailSettingsRoutes },
    { chapter: 'Studio: email texts', add: emailTextRoutes },
    { chapter: 'Studio: payment settings', add: paymentSettingsRoutes },
    { chapter: 'Studio: legal reviews', add: lawReviewRoutes },
    { chapter: 'Studio: notifying learners', add: ownerNotificationRoutes },
    { chapter: 'Studio: enrollment', add: enrollmentRoutes },
    { chapter: 'Studio: question reports', add: reviewQueueRoutes },
    { chapter: 'Studio: reminders', add: reminderRoutes },
    { chapter: 'Studio: reported posts', add: postReportRoutes },
    { chapter: 'Studio: muting', add: memberMutingRoutes },
    { chapter: 'Your data', add: privacyRoutes },
    { add: seoRoutes },
  ],
  jobs: [alertJobs, emailPreviewJobs, privacyJobs, serviceSettingsJobs],
}
