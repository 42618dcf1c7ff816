import type { ReactNode } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { Time } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { readEmailSettings } from '../email-settings.contract.ts'

type Read = EndpointReply<typeof readEmailSettings>

type ServiceStateProps = {
  state: Read['state']
  /** The message for each state. `missing`: nothing is set up. */
  missing: string
  simulated: string
  locked: string
  isConfirming: boolean
  onConfirm: () => void
}

/** Says whether the settings on this page are in use, and if not, what to do. */
export function ServiceStateNotice({
  state,
  missing,
  simulated,
  locked,
  isConfirming,
  onConfirm,
}: ServiceStateProps): ReactNode {
  switch (state) {
    case 'used':
      return null
    case 'missing':
      return <Notice>{missing}</Notice>
    case 'simulated':
      return <Notice>{simulated}</Notice>
    case 'locked':
      return <Notice>{locked}</Notice>
    case 'unreadable':
      return (
        <Notice kind="error">
          We can’t read these settings because the server’s APP_SECRET has changed. Enter the settings again and save.
        </Notice>
      )
    case 'unconfirmed':
      return (
        <Notice
          kind="error"
          action={
            <Button variant="quiet" busy={isConfirming} onClick={onConfirm}>
              Use these settings
            </Button>
          }
        >
          These settings come from a backup or another web address, so they aren’t in use. If this is your live site,
          press Use these settings.
        </Notice>
      )
  }
}

export function SavedLine({ saved }: { saved: Read['saved'] }) {
  if (saved === null) return null
  return (
    <p className="text-sm text-muted">
      Last saved by {saved.by}, <Time at={saved.at} />
    </p>
  )
}
