import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { type Profession, PROFESSIONS, STATES } from './license-choices.contract.ts'
import { normalizePunctuation } from '#shared/normalize-punctuation.ts'
import { LICENSE_NUMBER_PATTERN } from './licenses.rules.ts'

const PROFESSION_CODES = Object.keys(PROFESSIONS) as [Profession, ...Profession[]]

const License = z.object({
  id: z.uuid(),
  state: z.string(),
  profession: z.enum(PROFESSION_CODES),
  number: z.string(),
})

export const LicenseInput = z.strictObject({
  state: z.enum(STATES, 'Please choose a state.'),
  profession: z.enum(PROFESSION_CODES, `Please choose a profession: ${PROFESSION_CODES.join(', ')}.`),
  number: z
    .string('Please enter the number.')
    .overwrite(normalizePunctuation)
    .regex(
      LICENSE_NUMBER_PATTERN,
      'Please enter the number as it stands on the license: digits, and letters where it has some.',
    ),
})

const license = { id: '5f6d2a34-0f0b-4c62-9a3e-0b9fb5b6a001', state: 'CA', profession: 'RN', number: '123456' } as const

export const listLicenses = endpoint({
  method: 'GET',
  url: '/Academy/api/account/licenses/',
  access: 'member',
  summary: "The caller's license numbers, which nobody else is shown",
  description:
    'For courses that award contact hours: they are printed on his PDFs and told to who approved the course.',
  reply: z.array(License),
  example: { reply: [license] },
})

export const addLicense = endpoint({
  method: 'POST',
  url: '/Academy/api/account/licenses/',
  access: 'member',
  summary: 'Keeps a license number; one for each state and profession, the last counts',
  description:
    'Ten at most. It is checked for its letters alone, and told to nobody before a certificate awards contact hours.',
  refuses: ['too_many_requests'],
  body: LicenseInput,
  reply: z.array(License),
  example: { body: { state: 'CA', profession: 'RN', number: '123456' }, reply: [license] },
})

export const removeLicense = endpoint({
  method: 'POST',
  url: '/Academy/api/account/licenses/:id/remove/',
  access: 'member',
  summary: 'Forgets a license number',
  description: 'Certificates that were issued keep it, and so does what was reported to who approved a course.',
  refuses: ['not_found'],
  params: z.strictObject({ id: z.uuid('License not found.').describe('As the list names it.') }),
  reply: z.array(License),
  example: { params: { id: license.id }, reply: [] },
})
