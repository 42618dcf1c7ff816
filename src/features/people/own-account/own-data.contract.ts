import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const Deletion = z.object({
  due_on: z.iso
    .date()
    .nullable()
    .describe("ISO 8601, in the academy's time zone; null while nobody has asked for the deletion."),
})

export const readMyData = endpoint({
  method: 'GET',
  url: '/Academy/api/account/data/',
  access: 'member',
  stepUp: true,
  summary: 'Everything that is stored about the member, as a ZIP',
  description:
    '`member.json` has a list for each kind of record; certificates, invoices and credit notes are there as PDF, too. Passwords, secrets and tokens are not. Five times a day at most.',
  refuses: ['too_many_requests', 'confirm_identity'],
  reply: { file: 'application/zip' },
  example: {},
})

export const readDeletion = endpoint({
  method: 'GET',
  url: '/Academy/api/account/deletion/',
  access: 'member',
  summary: 'Whether, and from which day, the account is to be deleted',
  description: 'A member who has asked for it can change his mind until then.',
  reply: Deletion,
  example: { reply: { due_on: '2026-11-29' } },
})

export const requestDeletion = endpoint({
  method: 'POST',
  url: '/Academy/api/account/deletion/',
  access: 'member',
  stepUp: true,
  summary: 'Asks for the deletion of the account in a week',
  description:
    'A mail tells at once how to take it back. The deletion waits while a payment is open or disputed. The only owner of an academy can’t ask for it.',
  refuses: ['forbidden', 'confirm_identity'],
  reply: Deletion,
  example: { reply: { due_on: '2026-11-29' } },
})

export const cancelDeletion = endpoint({
  method: 'POST',
  url: '/Academy/api/account/deletion/cancel/',
  access: 'member',
  summary: 'Keeps the account after all',
  description: 'Where nobody has asked for the deletion nothing happens.',
  reply: Deletion,
  example: { reply: { due_on: null } },
})
