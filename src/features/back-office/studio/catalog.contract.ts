import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import { Done } from './orders.contract.ts'

export const productParams = z.strictObject({ id: z.uuid() })

const Listed = z.object({
  id: z.uuid(),
  kind: z.enum(KIND_NAMES),
  name: z.string().describe("The published name, or the draft's if it was never published."),
  address: z.string().nullable().describe("The last part of its page's address; null if it was never published."),
  price: z.string().nullable(),
  is_on_sale: z.boolean(),
  has_draft: z.boolean().describe('Whether there are saved changes that are not published.'),
  changed: z.iso.datetime().describe('When it or its draft last changed.'),
})

export type ListedProduct = z.infer<typeof Listed>

const listed: ListedProduct = {
  id: '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11',
  kind: 'course',
  name: 'Defense Medical Exam Training',
  address: 'defense-medical-exam-training',
  price: '299.00',
  is_on_sale: true,
  has_draft: false,
  changed: '2026-11-22T15:00:00.000Z',
}

export const listProducts = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/',
  access: { may: 'edit content' },
  summary: 'List products and drafts',
  description: 'In catalog order. Products that were never published come last.',
  reply: z.object({ products: z.array(Listed) }),
  example: { reply: { products: [listed] } },
})

const name = z
  .string('Please enter a name.')
  .trim()
  .min(1, 'Please enter a name.')
  .max(300, 'Please use at most 300 characters.')

const CreatedProduct = z.object({ id: z.uuid() })

export const createProduct = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/',
  access: { may: 'edit content' },
  summary: 'Create a product',
  description: "Creates a draft that visitors can't see until it is published.",
  body: z.strictObject({ kind: z.enum(KIND_NAMES), name }),
  reply: CreatedProduct,
  example: { body: { kind: 'course', name: 'Reading Records' }, reply: { id: listed.id } },
})

export const duplicateProduct = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/copy/',
  access: { may: 'edit content' },
  summary: 'Duplicate a product',
  description: 'Copies the draft if there is one. The copy gets its own address when it is published.',
  params: productParams,
  reply: CreatedProduct,
  example: { params: { id: listed.id }, reply: { id: '5f6d2a34-0f0b-4c62-9a3e-0b9fb5b6a001' } },
})

export const reorderProducts = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/shelf/',
  access: { may: 'edit content' },
  summary: 'Reorder the products of a kind',
  description: 'Names all products of the kind that are or were published. Visitors see the new order at once.',
  body: z.strictObject({ kind: z.enum(KIND_NAMES), ids: z.array(z.uuid()).max(5_000) }),
  bodyLimit: 256 * 1024,
  reply: Done,
  example: { body: { kind: 'course', ids: [listed.id] }, reply: { message: 'Catalog order saved.' } },
})

export const readSaleEffect = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/sale/',
  access: { may: 'start or stop selling' },
  summary: 'See whom it concerns if a product is no longer for sale',
  description: 'Counts only; stores nothing.',
  params: productParams,
  reply: z.object({
    owners: z.int().describe('Members with access, who keep it.'),
    checkouts: z.int().describe('Members who have started to pay.'),
  }),
  example: { params: { id: listed.id }, reply: { owners: 128, checkouts: 2 } },
})

export const putOnSale = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/sale/',
  access: { may: 'start or stop selling' },
  summary: 'Offer a product for sale, or stop selling it',
  description: 'Buyers keep access when it is no longer for sale.',
  params: productParams,
  body: z.strictObject({ is_on_sale: z.boolean() }),
  reply: Done,
  example: {
    params: { id: listed.id },
    body: { is_on_sale: false },
    reply: { message: 'No longer for sale. Buyers keep access.' },
  },
})
