import { createServer } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { config as configureZod } from 'zod'
import { identify } from '#features/people/accounts/accounts.public.ts'
import { accountJobs } from '#features/people/accounts/accounts.jobs.ts'
import { accountRoutes } from '#features/people/accounts/accounts.routes.ts'
import { identityRoutes } from '#features/people/accounts/identity.routes.ts'
import { alertJobs } from '#features/back-office/alerts/alerts.jobs.ts'
import { auditJobs } from '#features/foundation/audit-log/audit-log.jobs.ts'
import { tellRefusedAct } from '#features/foundation/audit-log/audit-log.public.ts'
import { certificateJobs } from '#features/credentials/certificates/certificates.jobs.ts'
import { badgeRoutes } from '#features/credentials/open-badges/badges.routes.ts'
import { certificateRoutes } from '#features/credentials/certificates/certificates.routes.ts'
import { credentialJobs } from '#features/credentials/open-badges/credentials.jobs.ts'
import { credentialAddresses, credentialRoutes } from '#features/credentials/open-badges/credentials.routes.ts'
import { checkoutJobs } from '#features/commerce/checkout/checkout.jobs.ts'
import { checkoutRoutes } from '#features/commerce/checkout/checkout.routes.ts'
import { courseRoutes } from '#features/catalog/courses/courses.routes.ts'
import { documentJobs } from '#features/catalog/documents/documents.jobs.ts'
import { documentRoutes } from '#features/catalog/documents/documents.routes.ts'
import { contestJobs } from '#features/learning/question-reports/question-reports.jobs.ts'
import { contestRoutes } from '#features/learning/question-reports/question-reports.routes.ts'
import { moderationRoutes } from '#features/community/moderation/moderation.routes.ts'
import { mutingRoutes } from '#features/community/muting/muting.routes.ts'
import { discussionRoutes } from '#features/community/discussions/discussions.routes.ts'
import { docketRoutes } from '#features/learning/question-reports/review-queue.routes.ts'
import { examJobs } from '#features/learning/exams/exams.jobs.ts'
import { examRoutes } from '#features/learning/exams/exams.routes.ts'
import { factorRoutes } from '#features/people/two-factor/two-factor.routes.ts'
import { continuingRoutes } from '#features/catalog/resume/resume.routes.ts'
import { changeRoutes } from '#features/catalog/law-review/law-changes.routes.ts'
import { dueRoutes } from '#features/catalog/law-review/reviews-due.routes.ts'
import { learningRoutes } from '#features/learning/study/study.routes.ts'
import { licenseRoutes } from '#features/credentials/contact-hours/licenses.routes.ts'
import { mailJobs } from '#features/foundation/email-log/email-log.jobs.ts'
import { mediaRoutes } from '#features/foundation/media/media.routes.ts'
import { noticeJobs } from '#features/people/notifications/notifications.jobs.ts'
import { liveRoutes } from '#features/people/notifications/live-updates.routes.ts'
import { noticeRoutes } from '#features/people/notifications/notifications.routes.ts'
import { orderJobs } from '#features/commerce/orders/orders.jobs.ts'
import { orderRoutes } from '#features/commerce/orders/orders.routes.ts'
import { noteRoutes } from '#features/learning/notes/notes.routes.ts'
import { playbackRoutes } from '#features/foundation/playback/playback.routes.ts'
import { podcastRoutes } from '#features/catalog/podcasts/podcasts.routes.ts'
import { privacyJobs } from '#features/back-office/privacy/privacy.jobs.ts'
import { privacyRoutes } from '#features/back-office/privacy/privacy.routes.ts'
import { purchaseJobs } from '#features/commerce/payments/payments.jobs.ts'
import { purchaseRoutes } from '#features/commerce/payments/payments.routes.ts'
import { questionRoutes } from '#features/learning/question-bank/question-bank.routes.ts'
import { reminderJobs } from '#features/learning/reminders/reminders.jobs.ts'
import { reminderRoutes } from '#features/learning/reminders/reminders.routes.ts'
import { sampleRoutes } from '#features/learning/samples/samples.routes.ts'
import { sharingRoutes } from '#features/back-office/seo/seo.routes.ts'
import { siteRoutes } from '#features/foundation/site/site.routes.ts'
import { builderRoutes } from '#features/back-office/studio/builder.routes.ts'
import { logRoutes } from '#features/back-office/studio/log.routes.ts'
import { enrolmentJobs } from '#features/commerce/access/enrollment.jobs.ts'
import { enrolmentRoutes } from '#features/commerce/access/enrollment.routes.ts'
import { memberAccountRoutes } from '#features/back-office/studio/member-account.routes.ts'
import { orderScreenRoutes } from '#features/back-office/studio/orders.routes.ts'
import { fileRoutes } from '#features/back-office/studio/files.routes.ts'
import { completionRoutes } from '#features/back-office/studio/completions.routes.ts'
import { couponScreenRoutes } from '#features/back-office/studio/coupons.routes.ts'
import { studioListRoutes } from '#features/back-office/studio/lists.routes.ts'
import { searchJobs } from '#features/community/search/search.jobs.ts'
import { discussionJobs } from '#features/community/discussions/discussions.jobs.ts'
import { siteJobs } from '#features/foundation/site/site.jobs.ts'
import { searchRoutes } from '#features/community/search/search.routes.ts'
import { settingUpRoutes } from '#features/back-office/studio/setup.routes.ts'
import { siteScreenRoutes } from '#features/back-office/studio/site-screen.routes.ts'
import { staffRoutes } from '#features/back-office/studio/staff.routes.ts'
import { studioRoutes } from '#features/back-office/studio/studio.routes.ts'
import { todayScreenRoutes } from '#features/back-office/studio/today.routes.ts'
import { uploadJobs } from '#features/catalog/uploads/uploads.jobs.ts'
import { uploadRoutes } from '#features/catalog/uploads/uploads.routes.ts'
import type { Deps } from '#platform/deps.ts'
import { RefusedAct } from '#shared/policy.ts'
import { logOptions } from '#platform/log.ts'
import { devMailRoutes } from '#platform/mail/mailbox.routes.ts'
import { installAccess } from '#platform/http/access.ts'
import { inPlainWords } from '#platform/http/plain-words.ts'
import { answerBroken, answerError, answerMissing, answerUnheard } from '#platform/http/errors.ts'
import { refuseWhenFull } from '#platform/http/full-disk.ts'
import { answerFromKept, keepReplies } from '#platform/http/kept-replies.ts'
import { acceptJson } from '#platform/http/json-body.ts'
import { installSecurity, securityHeaders } from '#platform/http/security.ts'
import { installApiDocs } from '#platform/http/api-docs.ts'
import { installHealth } from '#platform/http/health.ts'
import { installMetrics } from '#platform/http/metrics.ts'
import type { Pages } from '#platform/http/pages.ts'
import { createProxyTrust } from '#platform/http/trusted-proxies.ts'

/** Calls that take more say so. */
const MAX_BODY_BYTES = 16 * 1024

type AddRoutes = (app: FastifyInstance, deps: Deps) => void | Promise<void>

/** Each feature's routes, by the chapter in which the documents of the API describe them. */
const FEATURES: Readonly<Record<string, AddRoutes>> = {
  Accounts: accountRoutes,
  Identity: identityRoutes,
  'Second factors': factorRoutes,
  Site: siteRoutes,
  Studio: studioRoutes,
  'Studio: accounts': memberAccountRoutes,
  'Studio: enrolment': enrolmentRoutes,
  'Studio: orders': orderScreenRoutes,
  'Studio: today': todayScreenRoutes,
  'Studio: coupons': couponScreenRoutes,
  'Studio: completions': completionRoutes,
  'Studio: lists': studioListRoutes,
  'Studio: catalogue': builderRoutes,
  'Studio: questions': questionRoutes,
  'Studio: contests': docketRoutes,
  'Studio: law': dueRoutes,
  'Studio: telling owners': changeRoutes,
  'Studio: files': fileRoutes,
  Uploads: uploadRoutes,
  'Studio: log': logRoutes,
  'Studio: staff': staffRoutes,
  'Studio: setting up': settingUpRoutes,
  'Studio: site': siteScreenRoutes,
  Search: searchRoutes,
  Courses: courseRoutes,
  Samples: sampleRoutes,
  Podcasts: podcastRoutes,
  Documents: documentRoutes,
  Checkout: checkoutRoutes,
  Orders: orderRoutes,
  Learning: learningRoutes,
  Continuing: continuingRoutes,
  Playback: playbackRoutes,
  Notes: noteRoutes,
  Examinations: examRoutes,
  Contests: contestRoutes,
  Discussions: discussionRoutes,
  Moderation: moderationRoutes,
  Muting: mutingRoutes,
  Certificates: certificateRoutes,
  Badges: badgeRoutes,
  Credentials: credentialRoutes,
  Media: mediaRoutes,
  'Own data': privacyRoutes,
  'License numbers': licenseRoutes,
  Mails: noticeRoutes,
  'Studio: reminders': reminderRoutes,
}

/** What each feature does later. */
const JOBS: readonly ((deps: Deps) => void)[] = [
  accountJobs,
  alertJobs,
  auditJobs,
  certificateJobs,
  checkoutJobs,
  contestJobs,
  credentialJobs,
  documentJobs,
  enrolmentJobs,
  examJobs,
  mailJobs,
  noticeJobs,
  orderJobs,
  privacyJobs,
  purchaseJobs,
  reminderJobs,
  searchJobs,
  siteJobs,
  discussionJobs,
  uploadJobs,
]

/** The whole server, apart from listening. Without `pages` it is the API alone, as most tests want it. */
export async function buildApp(deps: Deps, pages?: Pages): Promise<FastifyInstance> {
  const kept = keepReplies(deps.catalogue, { headers: securityHeaders(deps) })
  const app = Fastify({
    logger: deps.config.mode === 'test' ? false : logOptions(deps.config.logLevel),
    // Health checks and pages would drown everything else.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handle) =>
      createServer(
        {
          requestTimeout: 10_000,
          headersTimeout: 8_000,
          connectionsCheckingInterval: 2_000,
          keepAliveTimeout: 72_000,
          requireHostHeader: false,
        },
        (request, reply) => {
          if (request.headers.host === undefined && request.httpVersion === '1.1') answerUnheard(400, reply)
          else if (!answerFromKept(kept, request, reply)) handle(request, reply)
        },
        // Whoever asks and then reads nothing would else hold memory, a file and a connection for ever. A player that was paused
        // longer asks for the rest when it goes on.
      )
        .on('checkExpectation', (_request, reply) => answerUnheard(417, reply))
        .setTimeout(60_000),
    // Fastify need not load what its own schemas are read with: ours are set below.
    schemaController: { compilersFactory: { buildValidator: notOurs, buildSerializer: notOurs } },
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 320 },
    clientErrorHandler: answerBroken,
    frameworkErrors: (error, request, reply) => {
      // No hook has run.
      answerError(error, request, reply.headers(securityHeaders(deps)))
    },
    trustProxy: createProxyTrust(deps.config.trustedProxies),
  })
  configureZod({ customError: inPlainWords })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if (error instanceof RefusedAct)
      await tellRefusedAct(deps, { refused: error, params: request.params }).catch((problem: unknown) =>
        request.log.error({ err: problem }, 'the log could not be told of a refusal'),
      )
    return answerError(error, request, reply)
  })
  app.setNotFoundHandler(answerMissing)
  acceptJson(app)
  app.decorate('kept', kept)
  installSecurity(app, deps)
  refuseWhenFull(app, deps)
  installAccess(app, (token, isUse) => identify(deps, token, isUse), {
    now: deps.now,
    staffNeedFactor: deps.config.mode === 'production',
  })
  await app.register(compress, {
    global: true,
    // Below, a reply is three packets at most, and to compress it would cost as much as to make it.
    threshold: 4_096,
    encodings: ['br', 'gzip'],
    // For replies that are made anew each time. Better ones save few of some thousand bytes at several times the work, and
    // a stream for each costs more than to compress at once.
    syncThreshold: 65_536,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } },
  })
  app.addHook('onReady', async () => deps.catalogue?.start())
  app.addHook('onClose', async () => deps.catalogue?.stop())
  // Before all routes: what it asks of requests is asked at every route, which are made anew for it.
  credentialAddresses(app, deps)
  const chapter = await installApiDocs(app)

  installHealth(app, deps)
  installMetrics(app, deps)
  // Unknown calls are told in JSON; without this they would be rendered as unknown pages.
  app.get('/Academy/*', { config: { access: 'anyone' }, schema: { hide: true } }, answerMissing)
  for (const [name, addRoutes] of Object.entries(FEATURES)) {
    chapter(name)
    await addRoutes(app, deps)
  }
  purchaseRoutes(app, deps)
  liveRoutes(app, deps)
  sharingRoutes(app, deps)
  for (const handleJobs of JOBS) handleJobs(deps)
  if (deps.config.mode !== 'production') devMailRoutes(app, deps)

  if (pages) await pages(app)
  return app
}

function notOurs(): never {
  throw new Error('a schema that is not of zod')
}
