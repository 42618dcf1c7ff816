import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Done, why } from './orders.contract.ts'

// Endpoints for giving free access to products.

const MemberParams = z.strictObject({ id: z.uuid('Member not found.') })
const params = { id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11' }

export const grantAccess = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/grant/',
  access: { may: 'give access' },
  summary: 'Give a product for free',
  description: '`product` is the last part of its web address. If access was already given, nothing changes.',
  params: MemberParams,
  body: z.strictObject({
    product: z.string('Please choose a product.').min(1, 'Please choose a product.').max(200),
    why,
  }),
  reply: Done,
  example: {
    params,
    body: { product: 'dme-observer-starter-kit', why: 'A class' },
    reply: { message: 'The member now has access.' },
  },
})

export const grantAccessByEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/access/',
  access: { may: 'give access' },
  summary: 'Give a product for free to an email address',
  description:
    'If no one has an account with this email, an account is created, and the address gets a link to choose a password. If access was already given, nothing changes.',
  refuses: ['busy'],
  body: z.strictObject({
    email: z.string('Email is required.').max(1_000, 'Please use at most 1,000 characters.').default(''),
    product: z.string('Please choose a product.').min(1, 'Please choose a product.').max(200),
    why,
  }),
  reply: Done,
  example: {
    body: { email: 'nora@example.com', product: 'dme-observer-starter-kit', why: 'A class' },
    reply: {
      message:
        'nora@example.com now has access. We created an account, and we’re emailing a link to choose a password.',
    },
  },
})

export const revokeAccess = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/members/:id/revoke-grant/',
  access: { may: 'revoke access' },
  summary: 'Revoke free access',
  description: 'Purchases are not affected.',
  params: MemberParams,
  body: z.strictObject({ product: z.string().min(1).max(200) }),
  reply: Done,
  example: {
    params,
    body: { product: 'dme-observer-starter-kit' },
    reply: { message: 'Access revoked. Purchases aren’t affected.' },
  },
})
