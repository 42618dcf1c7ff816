import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { staffOf } from '#shared/policy.ts'
import { enrolMany } from './enrolment.contract.ts'
import { type Enrolled, enrolMany as enrol } from './enrolment.service.ts'

const MOST_TOLD = 200

export function enrolmentRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, enrolMany, async ({ body: { product, why, content, only_check: isOnlyChecked }, member }) => {
    const enrolled = await enrol(deps, {
      bytes: Buffer.from(content, 'base64'),
      slug: product,
      reason: why,
      isOnlyChecked,
      by: staffOf(member),
    })
    if ('mistakes' in enrolled) {
      const { mistakes } = enrolled
      return {
        message: 'Nobody was enrolled.',
        granted: 0,
        made: 0,
        had: 0,
        mistakes: mistakes.slice(0, MOST_TOLD),
        more_mistakes: Math.max(0, mistakes.length - MOST_TOLD),
      }
    }
    return { message: inWords(enrolled, isOnlyChecked), ...enrolled, mistakes: [], more_mistakes: 0 }
  })
}

function inWords(enrolled: Enrolled, isOnlyChecked: boolean): string {
  const { granted, had } = enrolled
  if (granted === 0) return 'Everybody in this file has it already: there is nothing to do.'
  const before = had === 0 ? '' : had === 1 ? ' One has it already.' : ` ${had} have it already.`
  const people = granted === 1 ? 'One person' : `${granted} people`
  if (isOnlyChecked) return `${people} would get it${accountsInWords(enrolled)}.${before}`
  return `${people} ${granted === 1 ? 'has' : 'have'} it now${accountsInWords(enrolled)}. A mail tells each of them.${before}`
}

function accountsInWords({ granted, made }: Enrolled): string {
  if (made === 0) return ''
  if (granted === 1) return ', with a new account'
  return made === granted
    ? ', all with new accounts'
    : `, ${made} with ${made === 1 ? 'a new account' : 'new accounts'}`
}
