import type { ReactNode } from 'react'
import type { CardFailure, ConfirmCard } from './card-confirmation.ts'
import type { PaymentErrorState, Product } from './use-payment.ts'
import type { Address } from './use-quote.ts'

/** Props of both card forms. */
export type CardFormProps = {
  product: Product
  /** The buyer's home address, if it was requested. */
  address: Address | undefined
  problem: PaymentErrorState | undefined
  isWorking: boolean
  /** `refused` resolves to a validation error; then no payment is opened. */
  onPay: (confirmCard: ConfirmCard, refused?: Promise<CardFailure | undefined>) => Promise<void>
  message: ReactNode
}
