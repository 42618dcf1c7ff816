import { useEffect, useState } from 'react'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { RESEND_COOLDOWN_SECONDS } from '#features/people/accounts/ui/resend-cooldown.ts'
import type { resendVerification } from '../login.contract.ts'

type ResendButtonProps = { email: string; onSent: (isSent: boolean) => void }

/**
 * Resends the verification email, with a 45-second cooldown. The page shows the confirmation in place of the earlier
 * message.
 */
export function ResendButton({ email, onSent }: ResendButtonProps) {
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const [seconds, rest] = useCountdown()

  const showResult = (sent: boolean) => {
    setSent(sent)
    onSent(sent)
  }

  const send = async () => {
    setSending(true)
    showResult(false)
    try {
      await callAsVisitor<typeof resendVerification>('POST /Academy/api/resend-verification/:email', {
        params: { email },
      })
      showResult(true)
      rest(RESEND_COOLDOWN_SECONDS)
    } catch (error) {
      const body = error instanceof ApiError ? error.body : {}
      const wait = body['retry_after']
      // Sent shortly before the page was reloaded: wait out the rest of the cooldown. A longer wait means too many
      // emails.
      if (typeof wait === 'number' && wait <= RESEND_COOLDOWN_SECONDS) rest(wait)
      else if (body['error'] === 'Already Verify') window.alert('User is already verified.')
      else window.alert('Failed to resend verification email.')
    }
    setSending(false)
  }

  return (
    <>
      <Button variant="quiet" wide busy={isSending} disabled={seconds > 0} onClick={() => void send()}>
        {seconds > 0 ? `Resend in ${seconds} seconds` : 'Resend Verification Email'}
      </Button>
      {/* Announced only at the start and end of the cooldown: a screen reader should not read every second. */}
      <p role="status" className="sr-only">
        {seconds > 0 ? 'You can resend the email in less than a minute.' : isSent && 'You can resend the email now.'}
      </p>
    </>
  )
}

/** Uses the clock, so a throttled background tab shows the right time when it wakes. */
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
