import { loginAddress } from '#shared/pages.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Kind, KINDS, ownersPageOf } from '#shared/kinds.ts'
import { ApiError, call } from '#web/client/api.ts'
import { telling } from '#web/client/told.ts'
import type { enroll, paymentConfirmations, paymentOpenings } from '../checkout.contract.ts'
import { checkingWords, paidWords, readyWords, signInWords, waitingWords } from '../payment-messages.rules.ts'
import { type CardOutcome, type CardRefusal, type ConfirmCard, intentIdOf } from './card-confirmation.ts'
import { refusalOf } from './purchase-refusals.ts'
import { forgetPayment, keepPayment, keptPayment, type Payment } from './unfinished-payment.ts'
import type { Choice } from './use-quote.ts'

export type Product = { kind: Kind; id: string; name: string; price: string }

/** Where the card's answer was lost the card may still be on its way to the provider: what it says after all these is believed. */
const ASK_AGAIN_AFTER_MS = [4_000, 7_000, 9_000]

const SOMETHING_WRONG = 'An error occurred. Please try again.'

/** What stays on the page after an alert is closed. */
export type Problem = {
  message: string
  field?: CardRefusal['field']
  isOwned?: boolean
  /** A payment whose end is not known: it can be asked for again. */
  unfinished?: Payment | undefined
}

/**
 * The purchase flow of the specification; the same for a real card and a test card. Its alerts are given word by word until the
 * card may have been charged: from there on they say what is true of the money.
 */
export function usePayment(
  product: Product,
  { choice, onOtherPrice }: { choice: Choice; onOtherPrice: () => Promise<void> },
) {
  const { kind, id } = product
  const navigate = useNavigate()
  const [isWorking, setWorking] = useState(() => keptPayment(id) !== undefined)
  const [problem, setProblem] = useState<Problem>()

  const shown = useRef<string>(undefined)
  useEffect(() => {
    shown.current = id
    return () => {
      shown.current = undefined
    }
  }, [id])

  /** Where a buyer finds what was bought: by the purchase's id, or by the product's own. */
  const openBought = async (boughtId: string, told?: string) => {
    if (KINDS[kind].owned === null) location.reload()
    else await navigate(ownersPageOf(kind, boughtId), told === undefined ? {} : telling(told))
  }

  /** What is not known of an earlier payment stays on the page, behind what is told now. */
  const tellBesideKept = (told: Problem | undefined) => {
    const kept = keptPayment(id)
    // What is owned is open, whatever came of that payment.
    if (!kept || told?.isOwned) return setProblem(told)
    setProblem({ message: inOneLine(told?.message, checkingWords(kind, kept.charge)), unfinished: kept })
  }

  const working = async (work: () => Promise<void>) => {
    setWorking(true)
    tellBesideKept(undefined)
    try {
      await work()
    } catch (error) {
      console.error(error)
      tellBesideKept({ message: error instanceof Error ? error.message : SOMETHING_WRONG })
      alert(SOMETHING_WRONG)
    } finally {
      setWorking(false)
    }
  }

  const openIntent = async (): Promise<{ clientSecret: string; myDocsID: string | undefined } | undefined> => {
    try {
      const opened = await call<(typeof paymentOpenings)[Kind]>(`POST ${KINDS[kind].payment.open}`, {
        body: { courseId: id, ...choice, total: product.price },
      })
      if (typeof opened.clientSecret === 'string') return opened
      console.error('No client secret came for the payment')
      tellBesideKept({ message: 'The payment could not be started. Please try again.' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      console.error(error)
      const told = problemOf(error)
      // An earlier payment is at odds with its order, or disputed: whoever tries again comes to the same.
      if (error.body['code'] === 'payment_mismatch') {
        // The academy has asked the provider, and knows more of it than the page.
        setProblem({ ...told, unfinished: keptPayment(id) })
        alert(error.message)
        return undefined
      }
      tellBesideKept(told)
      if (refusalOf(error, 'total') !== undefined) await onOtherPrice()
    }
    // For courses and podcasts the specification wants no alert here.
    if (kind === 'document') alert(SOMETHING_WRONG)
    return undefined
  }

  const tell = (told: Problem, isAsked: boolean) => {
    setProblem(told)
    // Whoever only comes back to the page is not stopped by an alert.
    if (isAsked) alert(told.message)
  }

  const confirm = ({ myDocsID, paymentIntentId }: Payment) =>
    call<(typeof paymentConfirmations)[Kind]>(`POST ${KINDS[kind].payment.confirm}`, {
      params: { myDocsID, paymentIntentId },
    })

  const settle = async (payment: Payment, isAsked: boolean) => {
    keepPayment(id, payment)
    let confirmed
    try {
      confirmed = await confirm(payment)
      for (const pauseMs of payment.charge === 'unknown' ? ASK_AGAIN_AFTER_MS : []) {
        if (confirmed.response === 'SUCCESS') break
        setProblem({ message: checkingWords(kind, 'unknown'), unfinished: payment })
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        // Whoever has left the page is asked for when coming back.
        if (shown.current !== id) return
        confirmed = await confirm(payment)
      }
    } catch (error) {
      console.error(error)
      return tellUnsettled(error, payment, isAsked)
    }
    forgetPayment(id)
    setProblem(undefined)
    if (confirmed.response !== 'SUCCESS') {
      setProblem({ message: confirmed.message })
      if (isAsked) alert(`An error occurred: ${confirmed.message}`)
      return
    }
    try {
      await openBought(payment.myDocsID, paidWords(confirmed))
    } catch (error) {
      console.error(error)
      tell({ message: readyWords(kind) }, isAsked)
    }
  }

  const tellUnsettled = async (error: unknown, payment: Payment, isAsked: boolean) => {
    const { charge } = payment
    const refusal = error instanceof ApiError ? error : undefined
    if (refusal?.status === 401) {
      tell({ message: signInWords(kind, charge) }, isAsked)
      // This form is gone with the session; after the login it asks again.
      await navigate(loginAddress(location.pathname))
    } else if (refusal?.body['code'] === 'payment_mismatch') {
      forgetPayment(id)
      tell({ message: refusal.message }, isAsked)
    } else if (refusal?.status === 404 && !isAsked) {
      // Somebody else's, who used this tab before.
      forgetPayment(id)
    } else {
      tell({ message: checkingWords(kind, charge), unfinished: payment }, isAsked)
    }
  }

  /** Asks what came of a payment whose end was not seen. */
  const check = (payment: Payment, isAsked: boolean) => working(() => settle(payment, isAsked))

  const checkKept = useEffectEvent(async () => {
    const kept = keptPayment(id)
    if (!kept) return
    await settle(kept, false)
    setWorking(false)
  })
  useEffect(() => {
    const timer = setTimeout(() => void checkKept())
    return () => clearTimeout(timer)
  }, [id])

  const tellRefusal = (told: Problem) => {
    tellBesideKept(told)
    alert('Payment failed. Please check your card details and try again.')
  }

  const pay = (confirmCard: ConfirmCard, refused?: Promise<CardRefusal | undefined>) =>
    working(async () => {
      const refusal = await refused
      if (refusal) return tellRefusal(refusal)
      const opened = await openIntent()
      if (!opened) return
      const { clientSecret, myDocsID } = opened
      const payment = myDocsID ? { myDocsID, paymentIntentId: intentIdOf(clientSecret) } : undefined
      if (payment) keepPayment(id, { ...payment, charge: 'unknown' })
      const outcome = await confirmCard(clientSecret).catch((error: unknown): CardOutcome => {
        console.error(error)
        return { kind: 'unknown' }
      })
      const notCharged = refusalIn(outcome, kind)
      if (notCharged) {
        forgetPayment(id)
        tellRefusal(notCharged)
      } else if (outcome.kind === 'done' && outcome.status !== 'succeeded') {
        setProblem({ message: waitingWords(kind, outcome.status) ?? '' })
      } else if (payment) {
        await settle({ ...payment, charge: outcome.kind === 'done' ? 'made' : 'unknown' }, true)
      } else if (outcome.kind === 'unknown') {
        tell({ message: checkingWords(kind, 'unknown') }, true)
      } else {
        console.error('The payment has no purchase')
        setProblem({ message: checkingWords(kind, 'made') })
        alert('Payment succeeded, but an error occurred while processing your order.')
      }
    })

  const enrollFree = () =>
    working(async () => {
      try {
        const { myDocsID } = await call<typeof enroll>('POST /Academy/api/enroll/', {
          body: { productId: id, coupon: choice.coupon },
        })
        await openBought(myDocsID, `You are enrolled: this ${kind} is yours.`)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        tellBesideKept(problemOf(error))
      }
    })

  return { isWorking, problem, pay, check, enrollFree, openOwned: () => openBought(id) }
}

/** One sentence after the other, also behind an error that ends without a full stop ('Network Error'). */
function inOneLine(first: string | undefined, then: string): string {
  return first === undefined ? then : `${first}${/[.!?]$/.test(first) ? '' : '.'} ${then}`
}

function problemOf(error: ApiError): Problem {
  return { message: error.message, isOwned: error.body['code'] === 'already_owned' }
}

/** Why nothing was charged; undefined where it was, or may have been. */
function refusalIn(outcome: CardOutcome, kind: Product['kind']): Problem | undefined {
  if (outcome.kind === 'error') return { message: outcome.message, field: outcome.field }
  if (outcome.kind === 'unknown' || outcome.status === 'succeeded') return undefined
  return waitingWords(kind, outcome.status) === undefined
    ? { message: 'The payment is not complete. Nothing was charged. Please try again.' }
    : undefined
}
