import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { beginAuthenticatorSetup, readFactors } from '#features/people/two-factor/two-factor.contract.ts'
import { Time } from '#web/shell/time.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { canUsePasskeys, describePasskeyError } from '#features/people/two-factor/ui/passkeys.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveButton } from './remove-button.tsx'
import type { securityActions } from './security-actions.ts'

type Factors = EndpointReply<typeof readFactors>
type AuthenticatorSetup = EndpointReply<typeof beginAuthenticatorSetup>

const CARD = 'flex flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-6'

/**
 * Settings of the second factors: authenticator app, recovery codes, and passkeys. `afterSetup` takes the place of the
 * new recovery codes once they are saved.
 */
export function SecuritySection({ factors, afterSetup }: { factors: Factors; afterSetup: ReactNode }) {
  const [codes, setCodes] = useState<string[]>()
  const shown = (fresh: string[]) => {
    if (fresh.length > 0) setCodes(fresh)
  }
  const hasAny = factors.code_since !== null || factors.passkeys.length > 0
  return (
    <div className="flex flex-col gap-12">
      {factors.must_set_up && (hasAny ? <ConfirmFirst /> : <Notice>{SET_UP_FIRST}</Notice>)}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {!codes && hasAny && !factors.must_set_up && afterSetup}
      <AuthenticatorApp since={factors.code_since} onCodes={shown} />
      <Passkeys factors={factors} onCodes={shown} />
      {hasAny && <Recovery left={factors.recovery_codes_left} onCodes={shown} />}
    </div>
  )
}

const SET_UP_FIRST =
  'Because you’re staff, you must set up two-factor authentication. Choose an authenticator app or a passkey.'

/** Shown to staff who logged in before they were required to verify a second factor. */
function ConfirmFirst() {
  const action = useAction<typeof securityActions>(HOW)
  return (
    <Notice>
      <p>Because you’re staff, confirm it’s you with a code or passkey before you use the studio.</p>
      <p className="mt-3">
        <Button busy={action.isBusy} onClick={() => void action.submit('confirmIdentity')}>
          Confirm it’s you
        </Button>
      </p>
    </Notice>
  )
}

type OnCodes = { onCodes: (codes: string[]) => void }

const HOW = { reloads: true, unreachable: UNREACHABLE, describe: describePasskeyError }

function AuthenticatorApp({ since, onCodes }: OnCodes & { since: string | null }) {
  const action = useAction<typeof securityActions>(HOW)
  const begun = action.result('beginAuthenticator')
  return (
    <Part id="app" title="Authenticator app">
      <p className="text-sm text-muted">
        {since === null ? (
          'An app on your phone shows a new code every 30 seconds. You’ll enter it after your password when you log in.'
        ) : (
          <>
            Authenticator app added <Time at={since} />.
          </>
        )}
      </p>
      <ActionNotice action={action} />
      {since !== null ? (
        <RemoveButton
          what="the authenticator app"
          isBusy={action.isBusy}
          onRemove={() => action.submit('removeAuthenticator')}
        />
      ) : begun ? (
        <FirstCode
          begun={begun}
          onCancel={action.clear}
          onCodes={(codes) => {
            action.clear()
            onCodes(codes)
          }}
        />
      ) : (
        <p>
          <Button busy={action.isBusy} onClick={() => void action.submit('beginAuthenticator')}>
            Set up authenticator app
          </Button>
        </p>
      )}
    </Part>
  )
}

type FirstCodeProps = { begun: AuthenticatorSetup; onCancel: () => void; onCodes: (codes: string[]) => void }

function FirstCode({ begun, onCancel, onCodes }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const action = useAction<typeof securityActions>(HOW)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const confirm = async () => {
    const confirmed = await action.submit('confirmAuthenticator', code)
    if (confirmed) onCodes(confirmed.recovery_codes)
    else field.current?.select()
  }
  return (
    <Form onSubmit={confirm} className="flex flex-col gap-4">
      <ol className="flex list-decimal flex-col gap-4 pl-5">
        <li>
          Scan this QR code with your app.
          <img
            src={begun.picture}
            alt="QR code for the key below"
            width={220}
            height={220}
            className="mt-2 rounded-card border border-line bg-white"
          />
          <p className="mt-2 text-sm text-muted">Can’t scan it? Enter this key in the app:</p>
          <p className="font-mono text-sm font-semibold wrap-anywhere">{begun.key}</p>
        </li>
        <li>Enter the code from the app.</li>
      </ol>
      <TextField
        ref={field}
        label="Code"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        error={action.errors['code']}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <ActionNotice action={action} fields={['code']} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isBusy}>
          Turn on
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function Passkeys({ factors, onCodes }: OnCodes & { factors: Factors }) {
  const [name, setName] = useState('')
  const action = useAction<typeof securityActions>(HOW)
  // The page is private, so it is rendered only in the browser, and this can be checked right away.
  const canAdd = factors.passkeys_offered && canUsePasskeys()
  const add = async () => {
    const added = await action.submit('addPasskey', name)
    if (!added) return
    setName('')
    onCodes(added.recovery_codes)
  }
  return (
    <Part id="passkeys" title="Passkeys">
      <p className="text-sm text-muted">
        A passkey lets you log in without a password. It’s saved on your phone, browser, or security key.
      </p>
      {factors.passkeys.length > 0 && (
        <ul className="flex flex-col gap-4">
          {factors.passkeys.map(({ id, name: called, created, last_used: used }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-medium wrap-anywhere">{called}</p>
                <p className="text-sm text-muted">
                  Added <Time at={created} />,{' '}
                  {used === null ? (
                    'not used yet'
                  ) : (
                    <>
                      last used <Time at={used} />
                    </>
                  )}
                </p>
              </div>
              <RemoveButton
                what={called}
                isBusy={action.isRunning('removePasskey', id)}
                onRemove={() => action.submit('removePasskey', id)}
              />
            </li>
          ))}
        </ul>
      )}
      <ActionNotice action={action} />
      {canAdd ? (
        <Form onSubmit={add} className="flex flex-col gap-4">
          <TextField
            label="Passkey name"
            hint="For example, “My phone.”"
            name="passkey_name"
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <p>
            <Button type="submit" busy={action.isRunning('addPasskey')}>
              Add a passkey
            </Button>
          </p>
        </Form>
      ) : (
        <p className="text-sm text-muted">
          {factors.passkeys_offered
            ? 'This browser doesn’t support passkeys.'
            : 'Passkeys need a domain name, not an IP address.'}
        </p>
      )}
    </Part>
  )
}

function Recovery({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const action = useAction<typeof securityActions>(HOW)
  const renew = async () => {
    const renewed = await action.submit('renewRecoveryCodes')
    if (renewed) onCodes(renewed.recovery_codes)
  }
  return (
    <Part id="recovery" title="Recovery codes">
      <p className="text-sm text-muted">
        Use a code to log in if you lose your phone or passkey. Each works once.{' '}
        <strong className="font-semibold text-ink">{left === 1 ? '1 left.' : `${left} left.`}</strong>
      </p>
      <ActionNotice action={action} />
      <p>
        <Button variant="quiet" busy={action.isBusy} onClick={() => void renew()}>
          Get new recovery codes
        </Button>
      </p>
    </Part>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      <div className={CARD}>{children}</div>
    </section>
  )
}
