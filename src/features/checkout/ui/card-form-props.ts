import type { ReactNode } from 'react'
import type { ConfirmCard } from './card-confirmation.ts'
import type { Problem, Product } from './use-payment.ts'

/** What both card forms are given. */
export type CardFormProps = {
  product: Product
  problem: Problem | undefined
  isWorking: boolean
  onPay: (confirmCard: ConfirmCard) => Promise<void>
  message: ReactNode
}
