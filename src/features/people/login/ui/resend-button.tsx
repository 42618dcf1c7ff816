import { useEffect, useState } from 'react'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { RESEND_COOLDOWN_SECONDS } from '#features/people/accounts/ui/resend-cooldown.ts'
import type { resendVerification } from '../login.contract.ts'

export const resendActions = {
  /** Resolves to how many seconds must pass until another email can be sent. */
  resend: async (email: string) => {
    try {
      await callAsVisitor<typeof resendVerification>('POST /Academy/api/resend-verification/:email', {
        params: { email },
      })
      return { isSent: true, wait: RESEND_COOLDOWN_SECONDS }
    } catch (error) {
      const body = error instanceof ApiError ? error.body : {}
      const wait = body['retry_after']
      // An email was sent shortly before the page was reloaded, so the rest of the cooldown must pass. If the wait is
      // longer than a cooldown, the reason is that too many emails were sent.
      if (typeof wait === 'number' && wait <= RESEND_COOLDOWN_SECONDS) return { isSent: false, wait }
      window.alert(
        body['error'] === 'Already Verify' ? 'User is already verified.' : 'Failed to resend verification email.',
      )
      return { isSent: false, wait: 0 }
    }
  },
}

type ResendButtonProps = { email: string; onSent: (isSent: boolean) => void }

/**
 * A button that sends the verification email again, followed by a cooldown of 45 seconds. The page shows the
 * confirmation in place of the earlier message.
 */
export function ResendButton({ email, onSent }: ResendButtonProps) {
  const action = useAction<typeof resendActions>()
  const [isSent, setSent] = useState(false)
  const [seconds, rest] = useCountdown()

  const showResult = (sent: boolean) => {
    setSent(sent)
    onSent(sent)
  }

  const send = async () => {
    showResult(false)
    const sent = await action.submit('resend', email)
    if (!sent) return
    if (sent.isSent) showResult(true)
    if (sent.wait > 0) rest(sent.wait)
  }

  return (
    <>
      <Button variant="quiet" wide busy={action.isBusy} disabled={seconds > 0} onClick={() => void send()}>
        {seconds > 0 ? `Resend in ${seconds} seconds` : 'Resend Verification Email'}
      </Button>
      {/* This is announced only at the start and the end of the cooldown, because a screen reader should not read out
         every second. */}
      <p role="status" className="sr-only">
        {seconds > 0
          ? 'You’ll be able to resend the email in less than a minute.'
          : isSent && 'You can resend the email now.'}
      </p>
    </>
  )
}

/**
 * Counts down by the clock, so that a background tab that the browser slowed down shows the right time when it becomes
 * active.
 */
function useCountdown(): [seconds: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (end === 0) return
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  return [
    seconds,
    (count) => {
      setSeconds(count)
      setEnd(Date.now() + count * 1000)
    },
  ]
}
