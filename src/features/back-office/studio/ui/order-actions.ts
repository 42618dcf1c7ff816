import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { refundAnOrder, resendReceipt } from '../orders.contract.ts'

const REFUND_TIMEOUT_MS = 60_000

export const orderActions = {
  resendReceipt: (orderNumber: string) =>
    call<typeof resendReceipt>('POST /Academy/api/studio/orders/:orderNumber/receipt/', {
      params: { orderNumber },
      body: {},
    }),
  refund: (orderNumber: string, body: EndpointInput<typeof refundAnOrder>['body']) =>
    call<typeof refundAnOrder>('POST /Academy/api/studio/orders/:orderNumber/refund/', {
      params: { orderNumber },
      body,
      limitMs: REFUND_TIMEOUT_MS,
    }),
}
