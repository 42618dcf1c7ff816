import {
  dateField,
  hoursField,
  flagField,
  groupField,
  lineField,
  optionalLine,
  textField,
} from '#features/foundation/product-folders/product-fields.contract.ts'
import { line, text, typedAs } from '#features/foundation/product-folders/product-folders.contract.ts'
import { findHoursInText, roundDownToTenth } from '#shared/contact-hours.ts'
import { readDate } from '#shared/typed-dates.ts'
import { readContactHours } from '#shared/typed-durations.ts'

// An approval as written in a course folder or entered in the studio. If all of it is missing, the course awards no
// contact hours.

const MAX_STATEMENT_LENGTH = 600

const day = typedAs(line, readDate).default('')

/** The statement and the hours are both printed on a certificate, so they must agree. */
function hasConflictingHours({ statement, hours }: { statement: string; hours: string }): boolean {
  const named = findHoursInText(statement)
  return (
    hours !== '' &&
    named.length > 0 &&
    !named.some((each) => roundDownToTenth(each) === roundDownToTenth(Number(hours)))
  )
}

export const approvalField = groupField(
  {
    approver: lineField(optionalLine, {
      label: 'Accrediting body',
      hint: 'For example, California Board of Registered Nursing.',
    }),
    statement: textField(
      text.max(MAX_STATEMENT_LENGTH, `must be at most ${MAX_STATEMENT_LENGTH} characters`).default(''),
      { label: 'Approval statement', hint: 'Exactly as the accrediting body wants it printed.' },
    ),
    provider_number: lineField(optionalLine, { label: 'Provider number' }),
    hours: hoursField(typedAs(line, readContactHours).default(''), {
      label: 'Hours',
      hint: 'As approved, such as 1.2.',
    }),
    valid_from: dateField(day, { label: 'Valid from' }),
    valid_until: dateField(day, { label: 'Valid until' }),
    license: flagField({
      label: 'Require license number',
      hint: 'Learners must enter it to get the certificate.',
    }),
    reasoning: textField(text.default(''), {
      label: 'How the hours were calculated',
      hint: 'Kept for the accrediting body. Learners don’t see it.',
    }),
  },
  {
    label: 'Contact hours',
    hint: 'Only for a course approved by a state board of nursing, or by an accrediting body that boards accept. While any of the first six fields is blank, or today is outside the approval dates, the course page and new certificates say that no contact hours are awarded.',
    rule: (approval) =>
      approval
        .refine(({ valid_from: from, valid_until: until }) => from === '' || until === '' || from <= until, {
          path: ['valid_until'],
          error: 'must not be before the “Valid from” date',
        })
        .refine((values) => !hasConflictingHours(values), {
          path: ['hours'],
          error: 'must match the hours in the approval statement',
        }),
  },
)
