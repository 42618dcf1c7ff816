import { getFieldErrors } from '#web/client/actions.ts'
import { loginAddress } from '#shared/pages.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Kind, KINDS, getOwnerPage } from '#shared/kinds.ts'
import { ApiError, call } from '#web/client/api.ts'
import { removeLinkCoupon } from '#web/client/link-coupon.ts'
import { withMessage } from '#web/client/navigation-state.ts'
import type { enroll, confirmPaymentEndpoints, openPaymentEndpoints } from '../checkout.contract.ts'
import { checkingMessage, paidMessage, readyMessage, signInMessage, pendingMessage } from '../payment-messages.rules.ts'
import { type CardOutcome, type CardFailure, type ConfirmCard, parseIntentId } from './card-confirmation.ts'
import {
  clearUnfinishedPayment,
  saveUnfinishedPayment,
  loadUnfinishedPayment,
  type UnfinishedPayment,
} from './unfinished-payment.ts'
import type { Choice } from './use-quote.ts'

export type Product = { kind: Kind; id: string; name: string; price: string }

/**
 * When to ask the provider again after a response was lost, because the card's data may still be in transit. After
 * these delays, the provider's answer is final.
 */
const RETRY_DELAYS_MS = [4_000, 7_000, 9_000]

const GENERIC_ERROR = 'An error occurred. Please try again.'

export type PaymentErrorState = {
  message: string
  field?: CardFailure['field']
  isOwned?: boolean
  unfinished?: UnfinishedPayment | undefined
}

/**
 * The specification's purchase flow, for real and test cards. As long as the card can't have been charged, the alerts
 * are those of the specification, word for word. After that, the messages say what happened to the charge.
 */
export function usePayment(
  product: Product,
  { choice, onOtherPrice }: { choice: Choice; onOtherPrice: () => Promise<void> },
) {
  const { kind, id } = product
  const navigate = useNavigate()
  const [isWorking, setWorking] = useState(() => loadUnfinishedPayment(id) !== undefined)
  const [problem, setProblem] = useState<PaymentErrorState>()

  const shown = useRef<string>(undefined)
  useEffect(() => {
    shown.current = id
    return () => {
      shown.current = undefined
    }
  }, [id])

  /** Opens the page of the purchased product, by purchase ID or product ID. */
  const openBought = async (boughtId: string, message?: string) => {
    if (choice.coupon !== undefined) removeLinkCoupon()
    if (KINDS[kind].owned === null) location.reload()
    else await navigate(getOwnerPage(kind, boughtId), message === undefined ? {} : withMessage(message))
  }

  /** If the outcome of an earlier payment is unknown, the page still says so, after the new message. */
  const showProblem = (nextProblem: PaymentErrorState | undefined) => {
    const saved = loadUnfinishedPayment(id)
    // The member has access to the product, so the earlier payment no longer matters here.
    if (!saved || nextProblem?.isOwned) return setProblem(nextProblem)
    setProblem({ message: joinSentences(nextProblem?.message, checkingMessage(kind, saved.charge)), unfinished: saved })
  }

  const working = async (work: () => Promise<void>) => {
    setWorking(true)
    showProblem(undefined)
    try {
      await work()
    } catch (error) {
      console.error(error)
      showProblem({ message: error instanceof Error ? error.message : GENERIC_ERROR })
      alert(GENERIC_ERROR)
    } finally {
      setWorking(false)
    }
  }

  const openIntent = async (): Promise<{ clientSecret: string; myDocsID: string | undefined } | undefined> => {
    try {
      const opened = await call<(typeof openPaymentEndpoints)[Kind]>(`POST ${KINDS[kind].payment.open}`, {
        body: { courseId: id, ...choice, total: product.price },
      })
      if (typeof opened.clientSecret === 'string') return opened
      console.error('No client secret was returned for the payment')
      showProblem({ message: 'We couldn’t start the payment. Try again.' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      console.error(error)
      const nextProblem = toProblem(error)
      // An earlier payment doesn't match its order or is disputed, so trying again would have the same result.
      if (error.body['code'] === 'payment_mismatch') {
        // The server has just asked the provider, so it knows more than the page does.
        setProblem({ ...nextProblem, unfinished: loadUnfinishedPayment(id) })
        alert(error.message)
        return undefined
      }
      showProblem(nextProblem)
      if (getFieldErrors(error)['total'] !== undefined) await onOtherPrice()
    }
    // The specification has no alert for courses and podcasts here.
    if (kind === 'document') alert(GENERIC_ERROR)
    return undefined
  }

  const report = (nextProblem: PaymentErrorState, isAsked: boolean) => {
    setProblem(nextProblem)
    // If the buyer has just returned to the page, no alert is shown.
    if (isAsked) alert(nextProblem.message)
  }

  const confirm = ({ myDocsID, paymentIntentId }: UnfinishedPayment) =>
    call<(typeof confirmPaymentEndpoints)[Kind]>(`POST ${KINDS[kind].payment.confirm}`, {
      params: { myDocsID, paymentIntentId },
    })

  const settle = async (payment: UnfinishedPayment, isAsked: boolean) => {
    saveUnfinishedPayment(id, payment)
    let confirmed
    try {
      confirmed = await confirm(payment)
      for (const pauseMs of payment.charge === 'unknown' ? RETRY_DELAYS_MS : []) {
        if (confirmed.response === 'SUCCESS') break
        setProblem({ message: checkingMessage(kind, 'unknown'), unfinished: payment })
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        // The user has left the page. The outcome is checked when they return.
        if (shown.current !== id) return
        confirmed = await confirm(payment)
      }
    } catch (error) {
      console.error(error)
      return reportUnsettled(error, payment, isAsked)
    }
    clearUnfinishedPayment(id)
    setProblem(undefined)
    if (confirmed.response !== 'SUCCESS') {
      setProblem({ message: confirmed.message })
      if (isAsked) alert(`An error occurred: ${confirmed.message}`)
      return
    }
    try {
      await openBought(payment.myDocsID, paidMessage(confirmed))
    } catch (error) {
      console.error(error)
      report({ message: readyMessage(kind) }, isAsked)
    }
  }

  const reportUnsettled = async (error: unknown, payment: UnfinishedPayment, isAsked: boolean) => {
    const { charge } = payment
    const refusal = error instanceof ApiError ? error : undefined
    if (refusal?.status === 401) {
      report({ message: signInMessage(kind, charge) }, isAsked)
      // The form disappears when the session ends. After the login, it checks again.
      await navigate(loginAddress(location.pathname))
    } else if (refusal?.body['code'] === 'payment_mismatch') {
      clearUnfinishedPayment(id)
      report({ message: refusal.message }, isAsked)
    } else if (refusal?.status === 404 && !isAsked) {
      // The payment belongs to another member who used this tab earlier.
      clearUnfinishedPayment(id)
    } else {
      report({ message: checkingMessage(kind, charge), unfinished: payment }, isAsked)
    }
  }

  const check = (payment: UnfinishedPayment, isAsked: boolean) => working(() => settle(payment, isAsked))

  const checkSaved = useEffectEvent(async () => {
    const saved = loadUnfinishedPayment(id)
    if (!saved) return
    await settle(saved, false)
    setWorking(false)
  })
  useEffect(() => {
    const timer = setTimeout(() => void checkSaved())
    return () => clearTimeout(timer)
  }, [id])

  const reportRefusal = (nextProblem: PaymentErrorState) => {
    showProblem(nextProblem)
    alert('Payment failed. Please check your card details and try again.')
  }

  const pay = (confirmCard: ConfirmCard, refused?: Promise<CardFailure | undefined>) =>
    working(async () => {
      const refusal = await refused
      if (refusal) return reportRefusal(refusal)
      const opened = await openIntent()
      if (!opened) return
      const { clientSecret, myDocsID } = opened
      const payment = myDocsID ? { myDocsID, paymentIntentId: parseIntentId(clientSecret) } : undefined
      if (payment) saveUnfinishedPayment(id, { ...payment, charge: 'unknown' })
      const outcome = await confirmCard(clientSecret).catch((error: unknown): CardOutcome => {
        console.error(error)
        return { kind: 'unknown' }
      })
      const notCharged = getChargeProblem(outcome, kind)
      if (notCharged) {
        clearUnfinishedPayment(id)
        reportRefusal(notCharged)
      } else if (outcome.kind === 'done' && outcome.status !== 'succeeded') {
        setProblem({ message: pendingMessage(kind, outcome.status) ?? '' })
      } else if (payment) {
        await settle({ ...payment, charge: outcome.kind === 'done' ? 'made' : 'unknown' }, true)
      } else if (outcome.kind === 'unknown') {
        report({ message: checkingMessage(kind, 'unknown') }, true)
      } else {
        console.error('The payment has no purchase ID')
        setProblem({ message: checkingMessage(kind, 'made') })
        alert('Payment succeeded, but an error occurred while processing your order.')
      }
    })

  const enrollFree = () =>
    working(async () => {
      try {
        const { myDocsID } = await call<typeof enroll>('POST /Academy/api/enroll/', {
          body: { productId: id, coupon: choice.coupon },
        })
        await openBought(myDocsID, `This ${kind} is now in your account.`)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        showProblem(toProblem(error))
      }
    })

  return { isWorking, problem, pay, check, enrollFree, openOwned: () => openBought(id) }
}

/** Joins two sentences. The first may be an error without a period ('Network Error'). */
function joinSentences(first: string | undefined, then: string): string {
  return first === undefined ? then : `${first}${/[.!?]$/.test(first) ? '' : '.'} ${then}`
}

function toProblem(error: ApiError): PaymentErrorState {
  return { message: error.message, isOwned: error.body['code'] === 'already_owned' }
}

/** Returns why nothing was charged, or undefined if the card was or may have been charged. */
function getChargeProblem(outcome: CardOutcome, kind: Product['kind']): PaymentErrorState | undefined {
  if (outcome.kind === 'error') return { message: outcome.message, field: outcome.field }
  if (outcome.kind === 'unknown' || outcome.status === 'succeeded') return undefined
  return pendingMessage(kind, outcome.status) === undefined
    ? { message: 'The payment isn’t complete. Nothing was charged. Try again.' }
    : undefined
}
