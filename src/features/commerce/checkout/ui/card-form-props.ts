import type { ReactNode } from 'react'
import type { CardRefusal, ConfirmCard } from './card-confirmation.ts'
import type { Problem, Product } from './use-payment.ts'
import type { Address } from './use-quote.ts'

/** What both card forms are given. */
export type CardFormProps = {
  product: Product
  /** Where the buyer is at home, if that was asked. */
  address: Address | undefined
  problem: Problem | undefined
  isWorking: boolean
  /** `refused` tells what a form has against the card itself; then no payment is opened. */
  onPay: (confirmCard: ConfirmCard, refused?: Promise<CardRefusal | undefined>) => Promise<void>
  message: ReactNode
}
