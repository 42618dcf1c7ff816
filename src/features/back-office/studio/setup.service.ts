import { listCatalog } from '#features/catalog/drafts/drafts.public.ts'
import { hasFactors } from '#features/people/two-factor/two-factor.public.ts'
import { hasSentEmail } from '#features/foundation/email-log/email-log.public.ts'
import { getEventArrivals, hasTestSale } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { checkSecretKey, type SecretKeyCheck } from '#platform/payment-account.ts'
import { isLiveKey } from '#platform/payments.ts'

export const SETUP_STEPS = ['factor', 'site', 'mail', 'keys', 'course', 'home', 'purchase', 'webhook', 'live'] as const

export type SetupStep = { step: (typeof SETUP_STEPS)[number]; isDone: boolean; why: string }

/** An event may arrive this long after its sale. */
const MAX_EVENT_AGE_MS = 10 * 60_000

/**
 * The steps for setting up an academy. Each is judged by the academy's actual state, not by a checked box: if a
 * completed step is no longer true, it becomes open again. The first step depends on the caller.
 */
export async function getSetupSteps(
  { config, db, services, now }: Pick<Deps, 'config' | 'db' | 'services' | 'now'>,
  memberId: string,
): Promise<SetupStep[]> {
  const { stripe, mailServer } = services.inUse
  const isLive = stripe !== undefined && isLiveKey(stripe.secretKey)
  const site = await readSite(db)
  const before = new Date(now().getTime() - MAX_EVENT_AGE_MS)
  const { last, missed } = await getEventArrivals(db, { isLive, before })
  const courses = (await listCatalog(db)).filter(({ kind, isPublished }) => kind === 'course' && isPublished)
  const keys = stripe === undefined ? undefined : await checkSecretKey(stripe)
  const hasFactor = await hasFactors(db, memberId)
  const hasContact = site.email !== '' && site.postalAddress !== ''
  const hasMail = mailServer !== undefined && (await hasSentEmail(db))
  const hasBought = await hasTestSale(db)
  // Without keys, the events are those of simulated payments.
  const isHeard = stripe !== undefined && last !== undefined && missed === 0
  return [
    {
      step: 'factor',
      isDone: hasFactor,
      why: hasFactor
        ? 'Two-factor authentication is on.'
        : 'Protect your account with an authenticator app or a passkey.',
    },
    {
      step: 'site',
      isDone: hasContact,
      why: hasContact
        ? `${site.name}, ${site.email}`
        : 'Add an email address and a mailing address. Both appear on invoices.',
    },
    {
      step: 'mail',
      isDone: hasMail,
      why: mailServer ? describeEmail(hasMail) : describeMissingMail(config.mode === 'production'),
    },
    { step: 'keys', isDone: keys === 'accepted', why: describeKeys(keys) },
    {
      step: 'course',
      isDone: courses.length > 0,
      why: courses.length > 0 ? 'A course is published.' : 'No course is published yet.',
    },
    {
      step: 'home',
      isDone: site.isHomeConfirmed,
      why: site.isHomeConfirmed
        ? 'Visitors see your home page.'
        : 'Visitors see “Coming soon” until you review and publish the home page.',
    },
    {
      step: 'purchase',
      isDone: hasBought,
      why: describePurchase(hasBought, isLive),
    },
    {
      step: 'webhook',
      isDone: isHeard,
      why: stripe ? describeWebhook(last, missed) : 'Enter your Stripe keys first. Then Stripe can report payments.',
    },
    {
      step: 'live',
      isDone: isLive && keys === 'accepted' && courses.length > 0,
      why: describeLiveMode(stripe !== undefined, isLive, courses.length > 0 && keys === 'accepted'),
    },
  ]
}

function describePurchase(hasBought: boolean, isLive: boolean): string {
  if (hasBought) return 'A test purchase was made.'
  return isLive
    ? 'This step needs Stripe test keys. With live keys, test cards are declined and real cards are charged.'
    : 'As a member, buy something with the test card 4242 4242 4242 4242, any future date, and any CVC. Nothing is charged.'
}

/** In the words of the Email page. */
function describeMissingMail(isProduction: boolean): string {
  return isProduction
    ? 'No mail server is set up. Emails are queued until you set one up.'
    : 'No mail server is set up. Emails are captured on this machine and aren’t delivered.'
}

function describeEmail(hasMail: boolean): string {
  return hasMail ? 'Email works.' : 'No email has been sent yet. Send a test email.'
}

function describeKeys(keys: SecretKeyCheck | undefined): string {
  switch (keys) {
    case undefined:
      return 'No Stripe keys are set up, so no real payments are accepted.'
    case 'accepted':
      return 'Stripe accepts the keys. We just checked.'
    case 'rejected':
      return 'Stripe rejects the keys. Copy them again from the Stripe Dashboard.'
    case 'restricted':
      return 'The secret key isn’t allowed to take payments. Press Check keys under Payments.'
    case 'no answer':
      return 'Stripe didn’t respond. Please check again in a minute.'
  }
}

function describeLiveMode(hasKeys: boolean, isLive: boolean, canSell: boolean): string {
  if (!hasKeys) return 'No Stripe keys are set yet.'
  if (isLive && !canSell)
    return 'Live Stripe keys are set. To accept payments, Stripe must accept them, and a course must be published.'
  return isLive
    ? 'Live Stripe keys are set.'
    : 'Test Stripe keys are set, so real cards aren’t charged. When you’re ready to open, enter your live keys.'
}

function describeWebhook(last: Date | undefined, missed: number): string {
  if (missed > 0) {
    const problem =
      last === undefined
        ? 'There have been purchases, but Stripe hasn’t reported any to the academy.'
        : 'Stripe has stopped reporting payments to the academy.'
    return `${problem} Purchases still work, with a delay of about a minute. Check the keys and the webhook.`
  }
  return last === undefined
    ? 'Stripe hasn’t reported a payment yet. A report arrives within minutes of each purchase with these keys.'
    : 'Stripe’s reports are arriving.'
}
