import type { ReactNode } from 'react'
import type { CardFailure, ConfirmCard } from './card-confirmation.ts'
import type { PaymentErrorState, Product } from './use-payment.ts'
import type { Address } from './use-quote.ts'

/** What both card forms are given. */
export type CardFormProps = {
  product: Product
  /** Where the buyer is at home, if that was asked. */
  address: Address | undefined
  problem: PaymentErrorState | undefined
  isWorking: boolean
  /** `refused` tells what a form has against the card itself; then no payment is opened. */
  onPay: (confirmCard: ConfirmCard, refused?: Promise<CardFailure | undefined>) => Promise<void>
  message: ReactNode
}
