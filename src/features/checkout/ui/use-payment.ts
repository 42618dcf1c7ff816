import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call } from '#web/api.ts'
import type {
  confirmCourse,
  confirmDocument,
  confirmPodcast,
  enroll,
  payCourse,
  payDocument,
  payPodcast,
} from '../checkout.contract.ts'
import type { CardOutcome, ConfirmCard } from './card-confirmation.ts'
import { refusalOf } from './refusals.ts'
import type { Choice } from './use-quote.ts'

export type Product = { kind: 'course' | 'podcast' | 'document'; id: string; name: string; price: string }

type Body = Choice & { courseId: string; total: string }
type Payment = { myDocsID: string; paymentIntentId: string }

const CALLS = {
  course: {
    open: (body: Body) => call<typeof payCourse>('POST /Academy/create-payment-intent/', { body }),
    confirm: (params: Payment) =>
      call<typeof confirmCourse>('POST /Academy/api/myAcademy/payment/:myDocsID/:paymentIntentId', { params }),
  },
  podcast: {
    open: (body: Body) => call<typeof payPodcast>('POST /Academy/api/create-payment-podcast/', { body }),
    confirm: (params: Payment) =>
      call<typeof confirmPodcast>('POST /Academy/api/podcast/payment/:myDocsID/:paymentIntentId', { params }),
  },
  document: {
    open: (body: Body) => call<typeof payDocument>('POST /Academy/api/create-payment-document/', { body }),
    confirm: (params: Payment) =>
      call<typeof confirmDocument>('POST /Academy/api/documents/payment/:myDocsID/:paymentIntentId', { params }),
  },
}

const SOMETHING_WRONG = 'An error occurred. Please try again.'

/** What stays on the page after an alert is closed. */
export type Problem = { message: string; field?: (CardOutcome & { kind: 'error' })['field']; isOwned?: boolean }

/** The purchase flow of the specification, its alerts word by word; the same for a real card and a test card. */
export function usePayment(
  product: Product,
  { choice, onOtherPrice }: { choice: Choice; onOtherPrice: () => Promise<void> },
) {
  const { kind, id } = product
  const navigate = useNavigate()
  const [isWorking, setWorking] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  /** Where a buyer finds what was bought: by the purchase's id, or by the product's own. */
  const openBought = async (boughtId: string) => {
    if (kind === 'podcast') location.reload()
    else await navigate(kind === 'course' ? `/MyAcademy/${boughtId}` : `/MyDocuments/${boughtId}`)
  }

  const working = async (work: () => Promise<void>) => {
    setWorking(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      console.error(error)
      setProblem({ message: error instanceof Error ? error.message : SOMETHING_WRONG })
      alert(SOMETHING_WRONG)
    } finally {
      setWorking(false)
    }
  }

  const openIntent = async (): Promise<{ clientSecret: string; myDocsID: string | undefined } | undefined> => {
    try {
      const opened = await CALLS[kind].open({ courseId: id, ...choice, total: product.price })
      if (typeof opened.clientSecret === 'string') return opened
      console.error('No client secret came for the payment')
      setProblem({ message: 'The payment could not be started. Please try again.' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      console.error(error)
      setProblem(problemOf(error))
      if (refusalOf(error, 'total') !== undefined) await onOtherPrice()
    }
    // For courses and podcasts the specification wants no alert here.
    if (kind === 'document') alert(SOMETHING_WRONG)
    return undefined
  }

  const settle = async (payment: Payment) => {
    try {
      const { response, message } = await CALLS[kind].confirm(payment)
      if (response === 'SUCCESS') return await openBought(payment.myDocsID)
      setProblem({ message })
      alert(`An error occurred: ${message}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      console.error(error)
      setProblem({ message: error.message })
      alert(`Payment failed: ${error.statusText}`)
    }
  }

  const pay = (confirmCard: ConfirmCard) =>
    working(async () => {
      const opened = await openIntent()
      if (!opened) return
      const outcome = await confirmCard(opened.clientSecret)
      if (outcome.kind === 'error') {
        setProblem({ message: outcome.message, field: outcome.field })
        alert('Payment failed. Please check your card details and try again.')
      } else if (outcome.status !== 'succeeded') {
        setProblem({
          message: 'Your bank is still processing this payment. Your purchase opens as soon as it is done.',
        })
      } else if (opened.myDocsID) {
        await settle({ myDocsID: opened.myDocsID, paymentIntentId: outcome.intentId })
      } else {
        console.error('The payment has no purchase')
        alert('Payment succeeded, but an error occurred while processing your order.')
      }
    })

  const enrollFree = () =>
    working(async () => {
      try {
        const { myDocsID } = await call<typeof enroll>('POST /Academy/api/enroll/', {
          body: { productId: id, coupon: choice.coupon },
        })
        await openBought(myDocsID)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setProblem(problemOf(error))
      }
    })

  return { isWorking, problem, pay, enrollFree, openOwned: () => openBought(id) }
}

function problemOf(error: ApiError): Problem {
  return { message: error.message, isOwned: error.body['code'] === 'already_owned' }
}
