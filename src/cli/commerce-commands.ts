import { describeRefund, RepeatedRefundError, refundOrder } from '#features/commerce/payments/payments.public.ts'
import { getAllCoupons, createCoupon, endCoupon, formatDiscount } from '#features/commerce/coupons/coupons.public.ts'
import { grantProduct, revokeGrant } from '#features/commerce/access/grants.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { formatList } from '#shared/format-list.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatDay } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import { cents } from '#shared/money.ts'
import { requireMemberId } from './member-id.ts'
import { parseAmount, parseDay, parseNumber, parsePercent } from './option-values.ts'
import { parseReason } from './parse-reason.ts'
import { printError, printUsageError, printLine, type CommandInput, type Command } from './command.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

export const commerceCommands = {
  grant: {
    usage: 'grant MEMBER PRODUCT --why TEXT',
    help: `Gives a member (username or email address) a ${formatList(KIND_NAMES, 'or')} for free. The reason is recorded.`,
    options: { why: text },
    async run(deps, { args: [member, product], options: { why }, by }) {
      if (!member || !product)
        return printUsageError('grant needs a member and a product: grant MEMBER PRODUCT --why TEXT')
      const reason = parseReason(why, 'grant needs a reason: --why "scholarship 2026"')
      if (reason.wrong !== undefined) return printUsageError(reason.wrong)
      const memberId = await requireMemberId(deps.db, member)
      const outcome = await grantProduct(deps, { memberId, slug: product, reason: reason.words, by })
      if (outcome === 'no_product')
        throw new AppError('not_found', `There is no product '${product}'. Use the last part of its web address.`)
      if (outcome === 'granted_before') return printLine(`${member} already has ${product}.`)
      return printLine(
        outcome === 'granted'
          ? `${member} now has ${product}.`
          : `${member} now has ${product}. Their email isn't verified, so we're sending a link to choose a new password.`,
      )
    },
  },
  'revoke-grant': {
    usage: 'revoke-grant MEMBER PRODUCT',
    help: 'Immediately revokes free access that was given with grant. Purchases are not affected, and certificates stay valid (to revoke one: revoke-certificate).',
    async run(deps, { args: [member, product], by }) {
      if (!member || !product)
        return printUsageError('revoke-grant needs a member and a product: revoke-grant MEMBER PRODUCT')
      const memberId = await requireMemberId(deps.db, member)
      if (!(await revokeGrant(deps, { memberId, slug: product, by })))
        throw new AppError('not_found', `${member} has no free access to ${product}. To end a purchase, use refund.`)
      return printLine(`Revoked ${member}'s access to ${product}.`)
    },
  },
  coupon: {
    usage: 'coupon create | list | end',
    help: `coupon create CODE --percent 20 | --amount 10.00
  --product PRODUCT only for this product (the last part of its web address); can be repeated
  --from DATE       valid from the start of this day, such as 2026-12-01
  --until DATE      valid through the end of this day; days use the academy's time zone
  --limit N         at most N uses in total
  --per-member N    at most N uses per member (default 1)
coupon list         list every coupon with its uses
coupon end CODE     end a coupon now
If the discounted price is less than $0.50, the minimum charge, the product is free.`,
    options: {
      percent: text,
      amount: text,
      product: { type: 'string', multiple: true },
      from: text,
      until: text,
      limit: text,
      'per-member': text,
    },
    run(deps, typed) {
      const [action] = typed.args
      if (action === 'create') return createCouponFromInput(deps, typed)
      if (action === 'list') return printCoupons(deps)
      if (action === 'end') return endCouponByCode(deps, typed)
      return Promise.resolve(
        printUsageError('coupon takes create, list, or end. Try: npm run academy -- coupon --help'),
      )
    },
  },
  refund: {
    usage: 'refund ORDER | EMAIL [PRODUCT]',
    help: `Refunds the remaining amount of an order to the original payment method. Access ends when Stripe confirms the refund. Takes an order number, the ID of a purchase or a payment (pi_…),
or the buyer's email address, followed by PRODUCT (the last part of its web address) if they bought several.
  --amount 10.00    refund only this much; the buyer keeps access unless nothing is left
  --owed            refund exactly what you still owe after a refund failed at the bank, which might be nothing
  --beyond-owed     refund --amount even if a refund failed earlier and you owe less than that
  --times 2         how many refunds of --amount this order should have in total, such as 2 if one was already made. Each run makes
                    at most one
  --why TEXT        the reason, recorded in the audit log with the order; the buyer does not see it
If the command was interrupted, run it again: it never refunds twice. The exit code is 1 if it refunded nothing itself, even if an earlier
run made the refund.`,
    options: { amount: text, owed: flag, 'beyond-owed': flag, why: text, times: text },
    async run(deps, { args: [reference, slug], options, by }) {
      const { amount, owed, why, times } = options
      if (!reference)
        return printUsageError('refund needs an order number, or the email address of its buyer: refund ORDER')
      const parts = typeof amount === 'string' ? parseAmount('amount', amount) : null
      if (parts === 0) return printUsageError('--amount must be more than 0.')
      if (owed === true && (parts !== null || times !== undefined))
        return printUsageError('--owed sets the amount, so leave out --amount and --times.')
      const often = (typeof times === 'string' ? parseNumber('times', times) : null) ?? 1
      if (times !== undefined && parts === null) return printUsageError('--times requires --amount.')
      if (often === 0) return printUsageError('--times must be 1 or more.')
      const wanted = reference.includes('@')
        ? { memberId: await requireMemberId(deps.db, reference), slug }
        : { orderNumber: reference }
      const refund = await refundOrder(deps, {
        ...wanted,
        by,
        amount: owed === true ? 'owed' : parts === null ? undefined : cents(parts),
        isUpToOwed: options['beyond-owed'] !== true,
        why: typeof why === 'string' ? why.trim() : undefined,
        times: often,
      }).catch((error: unknown) => {
        if (error instanceof RepeatedRefundError)
          throw new AppError('invalid', `${error.message} To refund that amount again, add --times ${error.next}.`)
        throw toSentenceError(error)
      })
      const { text: words, isDone, nextTimes } = describeRefund(refund, (await readSite(deps.db)).timeZone)
      const again =
        nextTimes === undefined ? '' : ` To refund it ${nextTimes} times in total, add --times ${nextTimes}.`
      return isDone ? printLine(words) : printError(words + again)
    },
  },
} satisfies Readonly<Record<string, Command>>

/** Converts field errors into sentences, because the command line has no form fields. */
function toSentenceError(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.extra.fields) return error
  return new AppError('invalid', Object.values(error.extra.fields).flat().join('\n'))
}

async function createCouponFromInput(deps: Deps, { args, options, by }: CommandInput): Promise<number> {
  const [, typedCode] = args
  if (!typedCode) return printUsageError('coupon create needs a code: coupon create CODE --percent 20')
  const one = (name: string) => {
    const value = options[name]
    return typeof value === 'string' ? value : undefined
  }
  const { product } = options
  const { timeZone } = await readSite(deps.db)
  const [from, until] = [parseDay('from', one('from')), parseDay('until', one('until'))]
  const code = await createCoupon(deps, {
    by,
    code: typedCode,
    percentOff: parsePercent('percent', one('percent')),
    centsOff: parseAmount('amount', one('amount')),
    validFrom: from === undefined ? null : startOfDay(from, timeZone),
    validUntil: until === undefined ? null : endOfDay(until, timeZone),
    maxUses: parseNumber('limit', one('limit')),
    maxUsesPerMember: parseNumber('per-member', one('per-member')) ?? 1,
    slugs: Array.isArray(product) ? product : [],
  }).catch((error: unknown) => {
    throw toSentenceError(error)
  })
  return printLine(`Coupon ${code} created.`)
}

async function printCoupons(deps: Deps): Promise<number> {
  const coupons = await getAllCoupons(deps)
  if (coupons.length === 0) return printLine('There are no coupons.')
  const { timeZone } = await readSite(deps.db)
  const lines = coupons.map((coupon) => {
    const { code, slugs, validFrom, validUntil, maxUses, maxUsesPerMember, uses, hasEnded } = coupon
    return [
      `${code}: ${formatDiscount(coupon)} ${slugs.length === 0 ? 'everything' : slugs.join(', ')}`,
      ...(validFrom ? [`from ${formatDay(validFrom, timeZone)}`] : []),
      ...(validUntil ? [`until ${formatDay(validUntil, timeZone)}`] : []),
      `used ${maxUses === null ? pluralize(uses, 'time') : `${uses} of ${pluralize(maxUses, 'time')}`}`,
      `limit: ${maxUsesPerMember === 1 ? 'once' : pluralize(maxUsesPerMember, 'time')} per member`,
      ...(hasEnded ? ['ended'] : []),
    ].join('; ')
  })
  return printLine(lines.join('\n'))
}

async function endCouponByCode(deps: Deps, { args: [, code], by }: CommandInput): Promise<number> {
  if (!code) return printUsageError('coupon end needs a code: coupon end CODE')
  return printLine(`Coupon ${await endCoupon(deps, { code, by })} ended.`)
}
