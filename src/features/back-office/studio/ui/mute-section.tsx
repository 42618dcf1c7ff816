import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { readMute } from '../muting.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { InlinePrompt } from './inline-prompt.tsx'
import type { moderationActions } from './moderation-actions.ts'
import { MuteForm } from './mute-form.tsx'

type Mute = EndpointReply<typeof readMute>['mute']

/** The member's mute: mute for some days, or unmute. */
export function MuteSection({ memberId, mute }: { memberId: string; mute: Mute }) {
  const action = useAction<typeof moderationActions>({ reloads: true })
  return (
    <AccountCard id="discussions" title="Discussions">
      <div className="flex flex-col gap-4">
        {mute ? (
          <div className="max-w-text">
            <p>Muted: the member can read, and write again from {mute.until} on.</p>
            <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere text-muted">
              Told why: {mute.reason}
            </p>
          </div>
        ) : (
          <p>Nothing keeps the member from writing.</p>
        )}
        <ActionNotice action={action} />
        {mute && (
          <div>
            <Button variant="quiet" busy={action.isBusy} onClick={() => void action.submit('unmute', memberId)}>
              Let the member write again
            </Button>
          </div>
        )}
        <InlinePrompt label={mute ? 'Change until when …' : 'Mute the member …'}>
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
