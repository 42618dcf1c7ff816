import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { readMute, unmuteAMember } from '../muting.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { InlinePrompt } from './inline-prompt.tsx'
import { MuteForm } from './mute-form.tsx'
import { useAction, useReload } from './use-action.tsx'

type Mute = EndpointReply<typeof readMute>['mute']

/** The member's mute: mute for some days, or unmute. */
export function MuteSection({ memberId, mute }: { memberId: string; mute: Mute }) {
  const action = useAction()
  const again = useReload(action)
  const unmute = () =>
    again(() =>
      call<typeof unmuteAMember>('POST /Academy/api/studio/members/:id/unmute/', {
        params: { id: memberId },
        body: {},
      }),
    )
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
        {action.outcome}
        {mute && (
          <div>
            <Button variant="quiet" busy={action.isBusy} onClick={() => void unmute()}>
              Let the member write again
            </Button>
          </div>
        )}
        <InlinePrompt label={mute ? 'Change until when …' : 'Mute the member …'}>
          {(close) => (
            <MuteForm
              memberId={memberId}
              onMuted={(reply) => {
                close()
                void again(() => Promise.resolve(reply))
              }}
              onCancel={close}
            />
          )}
        </InlinePrompt>
      </div>
    </AccountCard>
  )
}
