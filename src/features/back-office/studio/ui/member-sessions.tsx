import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import { formatTime } from '#shared/dates.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { useAction } from '#web/client/use-action.ts'
import { Time, useLanguage } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { readMember } from '../people.contract.ts'
import { ItemText, ItemList } from './lists.tsx'
import type { memberActions } from './member-actions.ts'

type Person = EndpointReply<typeof readMember>

export function MemberSessions({ person: { id, sessions, may } }: { person: Person }) {
  const language = useLanguage()
  const action = useAction<typeof memberActions>({ reloads: true })
  return (
    <AccountCard id="sessions" title="Where they’re logged in">
      <div className="flex flex-col gap-6">
        <ItemList lines={sessions} keyOf={(session) => session.id}>
          {({ id: session, device, network, begun, last_used: lastUsed }) => (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div className="min-w-0 flex-1 basis-64">
                <ItemText text={device}>
                  since <Time at={begun} />, last used <Time at={lastUsed} />
                  {network !== '' && (
                    <>
                      , from <span className="wrap-anywhere">{network}</span>
                    </>
                  )}
                </ItemText>
              </div>
              {may.end_sessions && (
                <Button
                  variant="quiet"
                  busy={action.isRunning('endSession', session)}
                  aria-label={`Log out ${device}, last used ${formatTime(new Date(lastUsed), undefined, language)}`}
                  onClick={() => void action.submit('endSession', session, id)}
                >
                  Log out
                </Button>
              )}
            </div>
          )}
        </ItemList>
        <ActionNotice action={action} />
        {may.end_sessions && sessions.length > 0 && (
          <div>
            <Button
              variant="quiet"
              busy={action.isRunning('endSessions')}
              onClick={() => void action.submit('endSessions', id)}
            >
              Log out everywhere
            </Button>
          </div>
        )}
      </div>
    </AccountCard>
  )
}
