import type { EndpointInput } from '#shared/endpoint.ts'
import { call, callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import type { exportOrders, refundAnOrder, resendReceipt } from '../orders.contract.ts'

/** A longer timeout, because a year of sales is streamed. */
const EXPORT_TIMEOUT_MS = 10 * 60_000
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
  exportSales: async (body: EndpointInput<typeof exportOrders>['body']) => {
    const file = await callForFile<typeof exportOrders>('POST /Academy/api/studio/orders/csv/', {
      body,
      limitMs: EXPORT_TIMEOUT_MS,
    })
    const days = [body.since, body.until].filter(Boolean).join('_to_')
    saveAs(file, `sales${days && `_${days}`}.csv`)
  },
}
