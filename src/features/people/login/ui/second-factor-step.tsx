import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextButton } from '#web/ui/text-link.tsx'
import { describeError, UNREACHABLE } from '#web/client/actions.ts'
import { describePasskeyError } from '#features/people/two-factor/ui/passkeys.ts'

type TypedMethod = 'password' | 'code' | 'recovery_code'
export type ConfirmMethod = TypedMethod | 'passkey'
/** What the user has typed for each method. */
export type TypedProof = Partial<Record<TypedMethod, string>>

type SecondFactorStepProps = {
  ways: readonly ConfirmMethod[]
  label: string
  /** Rejects with the error to show. */
  onType: (typed: TypedProof) => Promise<void>
  onPasskey?: (() => Promise<void>) | undefined
}

const FIELDS = {
  password: { label: 'Password', autoComplete: 'current-password' },
  code: {
    label: 'Code',
    hint: 'The 6-digit code from your app.',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of the recovery codes you saved. Each works once.',
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
  },
} as const

const SWITCH_LABELS = {
  password: 'Use your password',
  code: 'Use your authenticator app',
  recovery_code: 'Use a recovery code',
} as const

/** Asks for one of the member's second factors. After a wrong code, the input remains. */
export function SecondFactorStep({ ways, label, onType, onPasskey }: SecondFactorStepProps) {
  const typedWays = ways.filter((way): way is TypedMethod => way !== 'passkey')
  const [way, setWay] = useState<TypedMethod | undefined>(typedWays[0])
  const [values, setValues] = useState<TypedProof>({})
  const [busy, setBusy] = useState<'typed' | 'passkey'>()
  const [failure, setFailure] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [way])

  const attempt = async (kind: 'typed' | 'passkey', act: () => Promise<void>) => {
    setBusy(kind)
    setFailure(undefined)
    try {
      await act()
    } catch (error) {
      setFailure(describePasskeyError(error) ?? describeError(error, UNREACHABLE))
      if (kind === 'typed') field.current?.select()
    }
    setBusy(undefined)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React passes the submit event of the dialog's form on to the page's form, unless this stops it.
    event.stopPropagation()
    if (way) void attempt('typed', () => onType({ [way]: values[way] ?? '' }))
  }
  const props = way && {
    ...FIELDS[way],
    ref: field,
    name: way,
    value: values[way] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [way]: event.currentTarget.value }),
  }

  return (
    <div className="flex flex-col gap-5">
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      {ways.length === 0 && (
        <Notice kind="error">This browser can’t use your passkey. Try another browser or device, or contact us.</Notice>
      )}
      {props && (
        <form method="post" onSubmit={submit} className="flex flex-col gap-5">
          {way === 'password' ? <PasswordField {...props} key={way} /> : <TextField {...props} key={way} />}
          <Button type="submit" wide busy={busy === 'typed'} disabled={busy !== undefined}>
            {label}
          </Button>
        </form>
      )}
      {ways.includes('passkey') && onPasskey && (
        <Button
          variant={way ? 'quiet' : 'primary'}
          wide
          busy={busy === 'passkey'}
          disabled={busy !== undefined}
          onClick={() => void attempt('passkey', onPasskey)}
        >
          Use a passkey
        </Button>
      )}
      {typedWays
        .filter((other) => other !== way)
        .map((other) => (
          <p key={other} className="-my-1">
            <TextButton
              onClick={() => {
                setFailure(undefined)
                setWay(other)
              }}
            >
              {SWITCH_LABELS[other]}
            </TextButton>
          </p>
        ))}
    </div>
  )
}
