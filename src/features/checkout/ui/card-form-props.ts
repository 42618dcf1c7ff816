import type { ReactNode } from 'react'
import type { ConfirmCard } from './card-confirmation.ts'
import type { Problem, Product } from './use-payment.ts'
import type { Address } from './use-quote.ts'

/** What both card forms are given. */
export type CardFormProps = {
  product: Product
  /** Where the buyer is at home, if that was asked. */
  address: Address | undefined
  problem: Problem | undefined
  isWorking: boolean
  onPay: (confirmCard: ConfirmCard) => Promise<void>
  message: ReactNode
}
