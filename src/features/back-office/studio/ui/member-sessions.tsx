import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import type { endMemberSession, endMemberSessions } from '../member-account.contract.ts'
import type { readMember } from '../people.contract.ts'
import { ItemText, ItemList } from './lists.tsx'
import { useAction, useReload } from './use-action.tsx'

type Person = EndpointReply<typeof readMember>

export function MemberSessions({ person: { id, sessions, may } }: { person: Person }) {
  const action = useAction()
  const again = useReload(action)
  const endOne = (session: string) =>
    again(() =>
      call<typeof endMemberSession>('POST /Academy/api/studio/members/:id/sessions/:session/end/', {
        params: { id, session },
        body: {},
      }),
    )
  const endAll = () =>
    again(() =>
      call<typeof endMemberSessions>('POST /Academy/api/studio/members/:id/sessions/end/', {
        params: { id },
        body: {},
      }),
    )
  return (
    <AccountCard id="sessions" title="Where the member is logged in">
      <div className="flex flex-col gap-6">
        <ItemList lines={sessions} keyOf={(session) => session.id}>
          {({ id: session, device, network, begun, last_used: lastUsed }) => (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div className="min-w-0 flex-1 basis-64">
                <ItemText text={device}>
                  since {begun}, last used {lastUsed}
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
                  busy={action.isBusy}
                  aria-label={`Log out ${device}, last used ${lastUsed}`}
                  onClick={() => void endOne(session)}
                >
                  Log out
                </Button>
              )}
            </div>
          )}
        </ItemList>
        {action.outcome}
        {may.end_sessions && sessions.length > 0 && (
          <div>
            <Button variant="quiet" busy={action.isBusy} onClick={() => void endAll()}>
              Log out everywhere
            </Button>
          </div>
        )}
      </div>
    </AccountCard>
  )
}
