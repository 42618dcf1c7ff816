import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import { Time } from '#web/shell/time.tsx'
import type { readMute } from '../muting.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { InlinePrompt } from './inline-prompt.tsx'
import type { moderationActions } from './moderation-actions.ts'
import { MuteForm } from './mute-form.tsx'

type Mute = EndpointReply<typeof readMute>['mute']

/** Shows the member's mute, and lets staff mute them for some days or unmute them. */
export function MuteSection({ memberId, mute }: { memberId: string; mute: Mute }) {
  const action = useAction<typeof moderationActions>({ reloads: true })
  return (
    <AccountCard id="discussions" title="Discussions">
      <div className="flex flex-col gap-4">
        {mute ? (
          <div className="max-w-text">
            <p>
              Muted. The member can still read discussions and can post again on <Time at={mute.until} isDeadline />.
            </p>
            <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere text-muted">
              Reason: {mute.reason}
            </p>
          </div>
        ) : (
          <p>Not muted.</p>
        )}
        <ActionNotice action={action} />
        {mute && (
          <div>
            <Button variant="quiet" busy={action.isBusy} onClick={() => void action.submit('unmute', memberId)}>
              Unmute
            </Button>
          </div>
        )}
        <InlinePrompt label={mute ? 'Change duration…' : 'Mute member…'}>
          {(close) => (
            <MuteForm
              memberId={memberId}
              reloads
              onMuted={({ message }) => {
                close()
                action.say(message)
              }}
              onCancel={close}
            />
          )}
        </InlinePrompt>
      </div>
    </AccountCard>
  )
}
