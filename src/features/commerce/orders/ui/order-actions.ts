import type { EndpointInput } from '#shared/endpoint.ts'
import { call, callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import type { readCreditNote, readInvoice, saveBillingDetails } from '../orders.contract.ts'

export const orderActions = {
  saveBilling: async (body: EndpointInput<typeof saveBillingDetails>['body']) => ({
    details: await call<typeof saveBillingDetails>('POST /Academy/api/account/billing/', { body }),
    message: 'Billing details saved.',
  }),
  downloadInvoice: async (orderNumber: string, invoice: string) =>
    saveAs(
      await callForFile<typeof readInvoice>('GET /Academy/api/account/orders/:orderNumber/invoice/', {
        params: { orderNumber },
      }),
      `Invoice ${invoice}.pdf`,
    ),
  downloadCreditNote: async (orderNumber: string, { id, number }: { id: string; number: string }) =>
    saveAs(
      await callForFile<typeof readCreditNote>('GET /Academy/api/account/orders/:orderNumber/credit-notes/:id/', {
        params: { orderNumber, id },
      }),
      `Credit note ${number}.pdf`,
    ),
}
