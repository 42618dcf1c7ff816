import { listCatalog } from '#features/catalog/drafts/drafts.public.ts'
import { hasFactors } from '#features/people/two-factor/two-factor.public.ts'
import { hasSentEmail } from '#features/foundation/email-log/email-log.public.ts'
import { getEventArrivals, hasTestSale } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { type KeyCheckResult, checkKeys } from '#platform/payment-keys.ts'

export const SETUP_STEPS = ['factor', 'site', 'mail', 'keys', 'course', 'purchase', 'webhook', 'live'] as const

export type SetupStep = { step: (typeof SETUP_STEPS)[number]; isDone: boolean; why: string }

/** An event follows its sale. */
const MAX_EVENT_AGE_MS = 10 * 60_000

/**
 * An academy's setup progress by its actual state, not by checked boxes: a step that is no longer true opens again. The
 * first step is per caller.
 */
export async function getSetupSteps(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  memberId: string,
): Promise<SetupStep[]> {
  const { stripe } = config
  const isLiveKey = stripe !== undefined && /_live_/.test(stripe.secretKey)
  const site = await readSite(db)
  const before = new Date(now().getTime() - MAX_EVENT_AGE_MS)
  const { last, missed } = await getEventArrivals(db, { isLive: isLiveKey, before })
  const courses = (await listCatalog(db)).filter(({ kind, isPublished }) => kind === 'course' && isPublished)
  const keys = stripe === undefined ? undefined : await checkKeys(stripe)
  const hasFactor = await hasFactors(db, memberId)
  const hasContact = site.email !== '' && site.postalAddress !== ''
  const hasMail = config.smtpUrl !== undefined && (await hasSentEmail(db))
  const hasBought = await hasTestSale(db)
  const isHeard = last !== undefined && missed === 0
  return [
    {
      step: 'factor',
      isDone: hasFactor,
      why: hasFactor
        ? 'Whoever has your password alone can’t come in.'
        : 'An app or a passkey beside your password: what you can do here, nobody should with a password alone.',
    },
    {
      step: 'site',
      isDone: hasContact,
      why: hasContact
        ? `${site.name}, ${site.email}`
        : 'The email and postal address are missing: they stand on invoices.',
    },
    { step: 'mail', isDone: hasMail, why: describeEmail(config.smtpUrl !== undefined, hasMail) },
    { step: 'keys', isDone: keys === 'taken', why: describeKeys(keys) },
    {
      step: 'course',
      isDone: courses.length > 0,
      why: courses.length > 0 ? 'A course is published.' : 'No course is published yet.',
    },
    {
      step: 'purchase',
      isDone: hasBought,
      why: hasBought
        ? 'Somebody has bought with a test card.'
        : 'Buy something with a test card, as a member would. No money moves.',
    },
    { step: 'webhook', isDone: isHeard, why: describeWebhook(last, missed) },
    {
      step: 'live',
      isDone: isLiveKey && keys === 'taken' && courses.length > 0,
      why: describeLiveMode(stripe !== undefined, isLiveKey),
    },
  ]
}

function describeEmail(hasServer: boolean, hasMail: boolean): string {
  if (!hasServer) return 'No mail server is set: mails stay on this machine. Whoever runs the server sets it.'
  return hasMail ? 'Mails go out.' : 'No mail has gone out yet.'
}

function describeKeys(keys: KeyCheckResult | undefined): string {
  switch (keys) {
    case undefined:
      return 'A stand-in takes the place of the card provider: nobody can really pay. Whoever runs the server sets the keys.'
    case 'taken':
      return 'The card provider takes the keys; it was asked just now.'
    case 'refused':
      return 'The card provider refuses the keys. Whoever runs the server copies them again from its dashboard.'
    case 'not answered':
      return 'The card provider did not answer just now. Please look again in a minute.'
  }
}

function describeLiveMode(hasKeys: boolean, isLiveKey: boolean): string {
  if (!hasKeys) return 'There are no keys of the card provider yet.'
  return isLiveKey
    ? 'The keys are those of real payments.'
    : 'The card provider’s keys are those for tests: real cards are not charged yet.'
}

function describeWebhook(last: Date | undefined, missed: number): string {
  if (last === undefined)
    return 'The card provider has told nothing yet. Its first message comes with the first purchase.'
  return missed === 0
    ? 'What the card provider tells arrives here.'
    : 'The card provider’s messages have stopped: purchases came after the last of them. Purchases still count, a minute later.'
}
