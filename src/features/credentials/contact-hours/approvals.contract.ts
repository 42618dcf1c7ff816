import { z } from 'zod'
import { longText, shortText } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { group, line, text } from '#features/foundation/product-folders/product-folders.contract.ts'
import { findHoursInText, roundDownToTenth } from '#shared/contact-hours.ts'
import { isDay } from '#shared/iso-dates.ts'

// An approval as written in a folder or typed in the studio. All of it may be missing: then the course awards no
// contact hours.

const MAX_STATEMENT_LENGTH = 600

const day = line.refine(isDay, 'must be a day such as 2026-01-31').default('')

/** Both are printed on a certificate, which must not state different hours. */
function hasConflictingHours({ statement, hours }: { statement: string; hours: string }): boolean {
  const named = findHoursInText(statement)
  return (
    hours !== '' &&
    named.length > 0 &&
    !named.some((each) => roundDownToTenth(each) === roundDownToTenth(Number(hours)))
  )
}

export const ApprovalFile = group({
  approver: line.default(''),
  statement: text.max(MAX_STATEMENT_LENGTH, `must be at most ${MAX_STATEMENT_LENGTH} characters`).default(''),
  provider_number: line.default(''),
  hours: line.regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a number of hours such as 1.2').default(''),
  valid_from: day,
  valid_until: day,
  license: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((word) => word === 'true')
    .default(false),
  reasoning: text.default(''),
})
  .refine(({ valid_from: from, valid_until: until }) => from === '' || until === '' || from <= until, {
    path: ['valid_until'],
    error: 'must not be before the first day',
  })
  .refine((approval) => !hasConflictingHours(approval), {
    path: ['hours'],
    error: 'must be those that the approval statement names',
  })

export const BLANK_APPROVAL = {
  approver: '',
  statement: '',
  provider_number: '',
  hours: '',
  valid_from: '',
  valid_until: '',
  license: false,
  reasoning: '',
}

/** Plans from before approvals existed have none. */
export const ApprovalPlan = z
  .looseObject({
    approver: shortText,
    statement: longText,
    provider_number: shortText,
    hours: shortText,
    valid_from: shortText,
    valid_until: shortText,
    license: z.boolean(),
    reasoning: longText,
  })
  .default(BLANK_APPROVAL)
