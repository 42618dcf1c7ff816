import { useNavigate } from 'react-router'
import type { EndpointInput } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { hasPermissionForAny } from '#shared/policy.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { writeMessage } from '../messages.contract.ts'
import type { writeMessageActions } from './message-actions.ts'
import { useStaff } from './staff.ts'

type WriteMessageProps = EndpointInput<typeof writeMessage>['body'] & {
  /** Whom the message is for, if the page has several of these buttons. */
  of?: string
  variant?: ButtonVariant
}

/** Starts a draft and opens it. Shown to staff who may write to learners. */
export function WriteMessage({ of, variant = 'quiet', ...body }: WriteMessageProps) {
  const role = useStaff()?.role
  const action = useAction<typeof writeMessageActions>()
  const navigate = useNavigate()
  if (role === undefined || !hasPermissionForAny(role, 'message learners')) return null
  const write = async () => {
    const made = await action.submit('writeMessage', body)
    if (made) await navigate(pageAddress('/Studio/Messages/:id', { id: made.id }))
  }
  return (
    <>
      <Button
        variant={variant}
        aria-label={of && `Write a message ${of}`}
        busy={action.isBusy}
        onClick={() => void write()}
      >
        Write a message
      </Button>
      {action.status?.kind === 'error' && <ActionNotice action={action} />}
    </>
  )
}
