import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { readAs } from '#shared/typed-schema.ts'
import { type Profession, PROFESSIONS } from './license-choices.contract.ts'
import { normalizePunctuation } from '#shared/normalize-punctuation.ts'
import { LICENSE_NUMBER_PATTERN, stripNumberLabel } from './licenses.rules.ts'
import { readState } from './states.rules.ts'

const PROFESSION_CODES = Object.keys(PROFESSIONS) as [Profession, ...Profession[]]

const License = z.object({
  id: z.uuid(),
  state: z.string(),
  profession: z.enum(PROFESSION_CODES),
  number: z.string(),
})

/** The name of a US state, or its postal code. */
export const state = readAs(
  z.string('Please choose a state.').trim().min(1, { error: 'Please choose a state.', abort: true }),
  readState,
)

export const LicenseInput = z.strictObject({
  state,
  profession: z.enum(PROFESSION_CODES, `Please choose a profession: ${PROFESSION_CODES.join(', ')}.`),
  number: z
    .string('Please enter the number.')
    .overwrite((typed) => stripNumberLabel(normalizePunctuation(typed)))
    .regex(
      LICENSE_NUMBER_PATTERN,
      'Use letters, digits, spaces, periods, or hyphens: 2 to 30 characters, with at least one digit.',
    ),
})

const license = { id: '5f6d2a34-0f0b-4c62-9a3e-0b9fb5b6a001', state: 'CA', profession: 'RN', number: '123456' } as const

export const listLicenses = endpoint({
  method: 'GET',
  url: '/Academy/api/account/licenses/',
  access: 'member',
  summary: "List the caller's license numbers, which no one else can see",
  description:
    "For courses that award contact hours: printed on the caller's PDFs and reported to the accrediting body.",
  reply: z.array(License),
  example: { reply: [license] },
})

export const addLicense = endpoint({
  method: 'POST',
  url: '/Academy/api/account/licenses/',
  access: 'member',
  summary: 'Save a license number, replacing an earlier one for the same state and profession',
  description:
    'At most ten. Only its characters are checked. It is not shared before a certificate awards contact hours.',
  refuses: ['too_many_requests'],
  body: LicenseInput,
  reply: z.array(License),
  example: { body: { state: 'CA', profession: 'RN', number: '123456' }, reply: [license] },
})

export const removeLicense = endpoint({
  method: 'POST',
  url: '/Academy/api/account/licenses/:id/remove/',
  access: 'member',
  summary: 'Remove a license number',
  description: 'Issued certificates and reports to accrediting bodies keep it.',
  refuses: ['not_found'],
  params: z.strictObject({ id: z.uuid('License not found.').describe("The license's ID from the list.") }),
  reply: z.array(License),
  example: { params: { id: license.id }, reply: [] },
})
