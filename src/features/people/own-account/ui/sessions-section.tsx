import { useState } from 'react'
import { formatTime } from '#shared/dates.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Time, useLanguage } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { listSessions } from '../own-account.contract.ts'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { accountActions } from './account-actions.ts'

type Session = EndpointReply<typeof listSessions>[number]

/** How many sessions are shown before the user clicks "show all". */
const INITIAL_COUNT = 4

export function SessionsSection({ sessions }: { sessions: Session[] }) {
  const language = useLanguage()
  const action = useAction<typeof accountActions>({ reloads: true, unreachable: UNREACHABLE })
  const [areAllShown, setAllShown] = useState(false)
  const shown = areAllShown ? sessions : sessions.slice(0, INITIAL_COUNT)
  const hasOthers = sessions.some((session) => !session.is_this_one)

  return (
    <AccountCard id="sessions" title="Where you’re logged in">
      <ActionNotice action={action} className="mb-4" />
      <ul aria-labelledby="sessions" className="flex flex-col">
        {shown.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0"
          >
            <SessionText session={session} />
            {!session.is_this_one && (
              <Button
                variant="quiet"
                busy={action.isRunning('endSession', session.id)}
                disabled={action.isBusy}
                aria-label={`Log out ${session.device}, last used ${formatTime(new Date(session.last_used), undefined, language)}`}
                onClick={() => void action.submit('endSession', session.id)}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <div className="mt-4 flex flex-col flex-wrap gap-3 border-t border-line pt-4 sm:flex-row">
          {shown.length < sessions.length && (
            <Button variant="quiet" onClick={() => setAllShown(true)}>
              Show all {sessions.length}
            </Button>
          )}
          <Button
            variant="quiet"
            busy={action.isRunning('endOtherSessions')}
            disabled={action.isBusy}
            onClick={() => void action.submit('endOtherSessions')}
          >
            Log out of all other devices
          </Button>
          <Button
            variant="link"
            busy={action.isRunning('endAllSessions')}
            disabled={action.isBusy}
            onClick={() => void action.submit('endAllSessions')}
          >
            Log out of all devices, including this one
          </Button>
        </div>
      )}
    </AccountCard>
  )
}

function SessionText({
  session: { device, network, begun, last_used: lastUsed, is_this_one: isThisOne },
}: {
  session: Session
}) {
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-medium">
        {device}
        {isThisOne && <span className="ml-2 text-sm font-semibold whitespace-nowrap text-study-ink">This device</span>}
      </p>
      <p className="text-sm text-muted">
        <span className="block">
          Last used <Time at={lastUsed} />
          {network !== '' && (
            <>
              , from <span className="wrap-anywhere">{network}</span>
            </>
          )}
        </span>
        <span className="block">
          Logged in <Time at={begun} />
        </span>
      </p>
    </div>
  )
}
