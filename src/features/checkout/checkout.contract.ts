import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

// The browser names a product and nothing else: what it costs is our business.
const Order = z.strictObject({ courseId: z.string().min(1).max(200) })

const Intent = z.object({
  /** Lets the browser pay with the card provider; kept out of addresses and logs. */
  clientSecret: z.string(),
  /** Id of the purchase. */
  myDocsID: z.uuid(),
})

const Payment = z.strictObject({ myDocsID: z.string().max(200), paymentIntentId: z.string().max(200) })

const Confirmation = z.object({ response: z.enum(['SUCCESS', 'FAILED']), message: z.string() })

export const payCourse = endpoint({
  method: 'POST',
  url: '/Academy/create-payment-intent/',
  access: 'member',
  summary: 'Opens the payment of a course; called again, it answers with the same open payment',
  body: Order,
  reply: Intent,
})

export const payPodcast = endpoint({
  method: 'POST',
  url: '/Academy/api/create-payment-podcast/',
  access: 'member',
  summary: 'Opens the payment of a podcast (`courseId` carries its id)',
  body: Order,
  reply: Intent,
})

export const payDocument = endpoint({
  method: 'POST',
  url: '/Academy/api/create-payment-document/',
  access: 'member',
  summary: 'Opens the payment of a document (`courseId` carries its id)',
  body: Order,
  reply: Intent,
})

export const confirmCourse = endpoint({
  method: 'POST',
  url: '/Academy/api/myAcademy/payment/:myDocsID/:paymentIntentId',
  access: 'member',
  summary: 'Settles the purchase of a course, if the card provider says that it is paid',
  params: Payment,
  reply: Confirmation,
})

export const confirmPodcast = endpoint({
  method: 'POST',
  url: '/Academy/api/podcast/payment/:myDocsID/:paymentIntentId',
  access: 'member',
  summary: 'Settles the purchase of a podcast, if the card provider says that it is paid',
  params: Payment,
  reply: Confirmation,
})

export const confirmDocument = endpoint({
  method: 'POST',
  url: '/Academy/api/documents/payment/:myDocsID/:paymentIntentId',
  access: 'member',
  summary: 'Settles the purchase of a document, if the card provider says that it is paid',
  params: Payment,
  reply: Confirmation,
})

export const enroll = endpoint({
  method: 'POST',
  url: '/Academy/api/enroll/',
  access: 'member',
  summary: 'Takes an item whose price is 0, without a card',
  body: z.strictObject({ productId: z.string().min(1).max(200) }),
  reply: z.object({ myDocsID: z.uuid() }),
})
