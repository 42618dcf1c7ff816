import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const Deletion = z.object({
  due_on: z.iso.date().nullable().describe("ISO 8601, in the academy's time zone; null if no deletion was requested."),
})

export const readMyData = endpoint({
  method: 'GET',
  url: '/Academy/api/account/data/',
  access: 'member',
  stepUp: true,
  summary: 'Export everything stored about the member, as a ZIP',
  description:
    '`member.json` has a list for each kind of record. Certificates, invoices, and credit notes are also included as PDFs. Passwords, secrets, and tokens are not. At most five times a day.',
  refuses: ['too_many_requests', 'confirm_identity'],
  reply: { file: 'application/zip' },
  example: {},
})

export const readDeletion = endpoint({
  method: 'GET',
  url: '/Academy/api/account/deletion/',
  access: 'member',
  summary: 'Get whether and when the account will be deleted',
  description: 'A requested deletion can be canceled until then.',
  reply: Deletion,
  example: { reply: { due_on: '2026-11-29' } },
})

export const requestDeletion = endpoint({
  method: 'POST',
  url: '/Academy/api/account/deletion/',
  access: 'member',
  stepUp: true,
  summary: "Schedule the account's deletion in a week",
  description:
    "An email explains at once how to cancel it. The deletion waits while a payment is pending or disputed. The only owner of an academy can't request it.",
  refuses: ['forbidden', 'confirm_identity'],
  reply: Deletion,
  example: { reply: { due_on: '2026-11-29' } },
})

export const cancelDeletion = endpoint({
  method: 'POST',
  url: '/Academy/api/account/deletion/cancel/',
  access: 'member',
  summary: "Cancel the account's deletion",
  description: 'Without a scheduled deletion, nothing happens.',
  reply: Deletion,
  example: { reply: { due_on: null } },
})
