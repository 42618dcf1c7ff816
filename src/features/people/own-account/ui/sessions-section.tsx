import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { endSession } from '#web/client/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { endOneSession, listSessions, logOutEverywhere } from '../own-account.contract.ts'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import { getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'

type Session = EndpointReply<typeof listSessions>[number]

/** Shown before "show all". */
const INITIAL_COUNT = 4

export function SessionsSection({ sessions }: { sessions: Session[] }) {
  const { revalidate } = useRevalidator()
  const [ending, setEnding] = useState<string>()
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'error'; text: string }>()
  const [areAllShown, setAllShown] = useState(false)
  const shown = areAllShown ? sessions : sessions.slice(0, INITIAL_COUNT)
  const hasOthers = sessions.some((session) => !session.is_this_one)

  const run = async (what: string, end: () => Promise<{ message: string }>) => {
    setEnding(what)
    setOutcome(undefined)
    try {
      const { message } = await end()
      setOutcome({ kind: 'success', text: message })
      await revalidate()
    } catch (error) {
      setOutcome({ kind: 'error', text: getErrorMessage(error) })
    } finally {
      setEnding(undefined)
    }
  }
  const endOne = (id: string) =>
    run(id, () => call<typeof endOneSession>('POST /Academy/api/account/sessions/:id/end/', { params: { id } }))
  const endOthers = () => run('others', () => everywhere(false))
  const endAll = () =>
    run('all', async () => {
      const reply = await everywhere(true)
      endSession()
      location.assign('/')
      return reply
    })

  return (
    <AccountCard id="sessions" title="Where you are logged in">
      {outcome && (
        <Notice kind={outcome.kind} className="mb-4">
          {outcome.text}
        </Notice>
      )}
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
                busy={ending === session.id}
                disabled={ending !== undefined}
                aria-label={`Log out ${session.device}, last used ${session.last_used}`}
                onClick={() => void endOne(session.id)}
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
            busy={ending === 'others'}
            disabled={ending !== undefined}
            onClick={() => void endOthers()}
          >
            Log out all other devices
          </Button>
          <Button variant="link" busy={ending === 'all'} disabled={ending !== undefined} onClick={() => void endAll()}>
            Log out everywhere, here too
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
          Last used {lastUsed}
          {network !== '' && (
            <>
              , from <span className="wrap-anywhere">{network}</span>
            </>
          )}
        </span>
        <span className="block">Logged in {begun}</span>
      </p>
    </div>
  )
}

function everywhere(withThisOne: boolean) {
  return call<typeof logOutEverywhere>('POST /Academy/api/account/log-out-everywhere/', {
    body: { with_this_one: withThisOne },
  })
}
