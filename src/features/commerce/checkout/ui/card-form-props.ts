import type { ReactNode } from 'react'
import type { CardFailure, ConfirmCard } from './card-confirmation.ts'
import type { PaymentErrorState, Product } from './use-payment.ts'
import type { Address } from './use-quote.ts'

export type CardFormProps = {
  product: Product
  address: Address | undefined
  problem: PaymentErrorState | undefined
  isWorking: boolean
  /** Called when the buyer submits the form. If `refused` resolves to a validation error, no payment is opened. */
  onPay: (confirmCard: ConfirmCard, refused?: Promise<CardFailure | undefined>) => Promise<void>
  message: ReactNode
}
