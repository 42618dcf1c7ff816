import type { Kind } from '#shared/kinds.ts'
import { call } from '#web/client/api.ts'
import type {
  createProduct,
  duplicateProduct,
  putOnSale,
  readSaleEffect,
  reorderProducts,
} from '../catalog.contract.ts'

export const catalogActions = {
  create: (kind: Kind, name: string) =>
    call<typeof createProduct>('POST /Academy/api/studio/products/', { body: { kind, name } }),
  duplicate: (id: string) =>
    call<typeof duplicateProduct>('POST /Academy/api/studio/products/:id/copy/', { params: { id } }),
  reorder: (kind: Kind, ids: string[]) =>
    call<typeof reorderProducts>('POST /Academy/api/studio/shelf/', { body: { kind, ids } }),
  readSaleEffect: (id: string) =>
    call<typeof readSaleEffect>('GET /Academy/api/studio/products/:id/sale/', { params: { id } }),
  putOnSale: (id: string, isOnSale: boolean) =>
    call<typeof putOnSale>('POST /Academy/api/studio/products/:id/sale/', {
      params: { id },
      body: { is_on_sale: isOnSale },
    }),
}
