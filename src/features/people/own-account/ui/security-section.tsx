import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type {
  addPasskey,
  beginPasskeyRegistration,
  beginAuthenticatorSetup,
  confirmAuthenticator,
  readFactors,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
} from '#features/people/two-factor/two-factor.contract.ts'
import { formatLongDate } from '#shared/dates.ts'
import { useLanguage } from '#web/shell/day.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RemoveButton, useAttempt } from './attempt.tsx'
import { getFieldMessages } from '#features/people/accounts/ui/form-errors.ts'
import { canUsePasskeys, makePasskey } from '#features/people/two-factor/ui/passkeys.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Factors = EndpointReply<typeof readFactors>
type AuthenticatorSetup = EndpointReply<typeof beginAuthenticatorSetup>

const CARD = 'flex flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-6'

/** Two-factor settings: authenticator app, recovery codes, passkeys. */
export function SecuritySection({ factors }: { factors: Factors }) {
  const { revalidate } = useRevalidator()
  const [codes, setCodes] = useState<string[]>()
  const shown = (fresh: string[]) => {
    if (fresh.length > 0) setCodes(fresh)
    void revalidate()
  }
  const hasAny = factors.code_since !== null || factors.passkeys.length > 0
  return (
    <div className="flex max-w-text flex-col gap-12">
      {factors.must_set_up && (
        <Notice>
          {hasAny
            ? 'Staff must show a second factor before anything else. Press any button below, and you are asked for it.'
            : 'Staff must set up a second factor before anything else. Please choose an app with codes or a passkey.'}
        </Notice>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      <AuthenticatorApp since={factors.code_since} onCodes={shown} onChange={() => void revalidate()} />
      <Passkeys factors={factors} onCodes={shown} onChange={() => void revalidate()} />
      {hasAny && <Recovery left={factors.recovery_codes_left} onCodes={shown} />}
    </div>
  )
}

type Changes = { onCodes: (codes: string[]) => void; onChange: () => void }

function AuthenticatorApp({ since, onCodes, onChange }: Changes & { since: string | null }) {
  const [begun, setBegun] = useState<AuthenticatorSetup>()
  const { isBusy, failure, attempt } = useAttempt()
  const begin = () =>
    attempt(async () => setBegun(await call<typeof beginAuthenticatorSetup>('POST /Academy/api/account/factors/code/')))
  const remove = () =>
    attempt(async () => {
      await call<typeof removeAuthenticator>('POST /Academy/api/account/factors/code/remove/')
      onChange()
    })
  const language = useLanguage()
  return (
    <Part id="app" title="App with codes">
      <p>
        {since === null
          ? 'An app on your phone shows a new code every thirty seconds. Your login then asks for it after your password.'
          : `Your login asks for a code of your app, since ${formatLongDate(since.slice(0, 10), language)}.`}
      </p>
      {failure}
      {since !== null ? (
        <RemoveButton what="the app" isBusy={isBusy} onRemove={remove} />
      ) : begun ? (
        <FirstCode
          begun={begun}
          onCancel={() => setBegun(undefined)}
          onCodes={(codes) => {
            setBegun(undefined)
            onCodes(codes)
          }}
        />
      ) : (
        <p>
          <Button busy={isBusy} onClick={() => void begin()}>
            Set up an app
          </Button>
        </p>
      )}
    </Part>
  )
}

type FirstCodeProps = { begun: AuthenticatorSetup; onCancel: () => void; onCodes: (codes: string[]) => void }

function FirstCode({ begun, onCancel, onCodes }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, failure, attempt } = useAttempt()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    void attempt(async () => {
      try {
        const reply = await call<typeof confirmAuthenticator>('POST /Academy/api/account/factors/code/confirm/', {
          body: { code },
        })
        onCodes(reply.recovery_codes)
      } catch (problem) {
        const [[, message] = []] = getFieldMessages(problem, ['code'])
        if (message === undefined) throw problem
        setError(message)
        field.current?.select()
      }
    })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <ol className="flex list-decimal flex-col gap-4 pl-5">
        <li>
          Scan this picture with the app.
          <img
            src={begun.picture}
            alt="The key below, as a QR code"
            width={220}
            height={220}
            className="mt-2 rounded-card border border-line bg-white"
          />
          <p className="mt-2 text-sm text-muted">No camera? Type this key into the app:</p>
          <p className="font-mono text-sm font-semibold wrap-anywhere">{begun.key}</p>
        </li>
        <li>Type the code that the app shows now.</li>
      </ol>
      <TextField
        ref={field}
        label="Code"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        error={error}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {failure}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          Turn on
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function Passkeys({ factors, onCodes, onChange }: Changes & { factors: Factors }) {
  const [name, setName] = useState('')
  const [removing, setRemoving] = useState<string>()
  const { isBusy, failure, attempt } = useAttempt()
  // The page is rendered only in the browser, since it is private.
  const canAdd = factors.passkeys_offered && canUsePasskeys()
  const add = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const options = await call<typeof beginPasskeyRegistration>('POST /Academy/api/account/passkeys/options/')
      const made = await makePasskey(options)
      const reply = await call<typeof addPasskey>('POST /Academy/api/account/passkeys/', {
        body: { name: name.trim() || 'Passkey', response: { ...made, clientExtensionResults: {} } },
      })
      setName('')
      onCodes(reply.recovery_codes)
    })
  }
  const remove = (id: string) => {
    setRemoving(id)
    return attempt(async () => {
      await call<typeof removePasskey>('POST /Academy/api/account/passkeys/remove/', { body: { id } })
      onChange()
    })
  }
  const language = useLanguage()
  return (
    <Part id="passkeys" title="Passkeys">
      <p>A passkey is kept by your phone, browser or security key, and opens your account without a password.</p>
      {factors.passkeys.length > 0 && (
        <ul className="flex flex-col gap-4">
          {factors.passkeys.map(({ id, name: called, created, last_used: used }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-medium wrap-anywhere">{called}</p>
                <p className="text-sm text-muted">
                  Added on {formatLongDate(created.slice(0, 10), language)},{' '}
                  {used === null ? 'not used yet' : `last used on ${formatLongDate(used.slice(0, 10), language)}`}
                </p>
              </div>
              <RemoveButton what={called} isBusy={isBusy && removing === id} onRemove={() => remove(id)} />
            </li>
          ))}
        </ul>
      )}
      {failure}
      {canAdd ? (
        <form onSubmit={add} className="flex flex-col gap-4">
          <TextField
            label="Name of the new passkey"
            hint="So that you know it again: My phone, say."
            name="passkey_name"
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <p>
            <Button type="submit" busy={isBusy && removing === undefined}>
              Add a passkey
            </Button>
          </p>
        </form>
      ) : (
        <p className="text-sm text-muted">
          {factors.passkeys_offered
            ? 'This browser does not know passkeys.'
            : 'Passkeys need the academy to have a name for an address; this one is a number.'}
        </p>
      )}
    </Part>
  )
}

function Recovery({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const { isBusy, failure, attempt } = useAttempt()
  const renew = () =>
    attempt(async () => {
      const reply = await call<typeof renewRecoveryCodes>('POST /Academy/api/account/factors/recovery-codes/')
      onCodes(reply.recovery_codes)
    })
  return (
    <Part id="recovery" title="Recovery codes">
      <p>
        Each of them opens your account once when your phone or passkey is lost.{' '}
        <strong>{left === 1 ? '1 is left.' : `${left} are left.`}</strong>
      </p>
      {failure}
      <p>
        <Button variant="quiet" busy={isBusy} onClick={() => void renew()}>
          Make new recovery codes
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
