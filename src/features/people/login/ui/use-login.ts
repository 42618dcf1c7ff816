import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { storeToken } from '#web/client/session.ts'
import type { login } from '../login.contract.ts'
import type { beginPasskeyLogin, finishLogin, signInByPasskey } from '../identity.contract.ts'
import { describeError, UNREACHABLE } from '#web/client/actions.ts'
import { describePasskeyError, signWithPasskey } from '#features/people/two-factor/ui/passkeys.ts'
import type { TypedProof } from './second-factor-step.tsx'

type SecondFactor = NonNullable<EndpointReply<typeof login>['second_factor']>

type LoginFailure = { why: string; unverifiedEmail?: string }

const STORAGE_BLOCKED =
  'Your browser won’t let us keep you logged in. Allow cookies and site data for this site, or leave private browsing.'

export type Entry = { token?: string | undefined; second_factor?: SecondFactor | undefined }

/** Logs in with a password, a passkey, or an emailed link. `onEntered` is called when the token is stored. */
export function useLogin(onEntered: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<LoginFailure>()
  const [asked, setAsked] = useState<SecondFactor>()

  const enter = async (token: string | undefined) => {
    if (token !== undefined && storeToken(token)) await onEntered()
    else setFailure({ why: STORAGE_BLOCKED })
  }

  const enterWith = async ({ token, second_factor: asking }: Entry) => {
    if (asking) setAsked(asking)
    else await enter(token)
  }

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await act()
    } catch (error) {
      setFailure(toLoginFailure(error))
    }
    setBusy(false)
  }

  const withPassword = (username: string, password: string) =>
    attempt(async () => {
      const reply = await callAsVisitor<typeof login>('POST /Academy/api/login/', { body: { username, password } })
      await enterWith(reply)
    })

  const showCode = async ({ code, recovery_code }: TypedProof) => {
    if (!asked) return
    try {
      const { token } = await callAsVisitor<typeof finishLogin>('POST /Academy/api/login/second-factor/', {
        body: { token: asked.token, code, recovery_code },
      })
      await enter(token)
    } catch (error) {
      const isOver = error instanceof ApiError && error.body['code'] === 'invalid'
      if (!isOver) throw error
      // The form still contains the username and the password, so the user can start again.
      setAsked(undefined)
      setFailure(toLoginFailure(error))
    }
  }

  /** Rejects with the error to show. */
  const enterWithPasskey = async () => {
    const options = await callAsVisitor<typeof beginPasskeyLogin>('POST /Academy/api/login/passkey/options/')
    const signed = await signWithPasskey(options)
    const { token } = await callAsVisitor<typeof signInByPasskey>('POST /Academy/api/login/passkey/', {
      body: { response: { ...signed, clientExtensionResults: {} } },
    })
    await enter(token)
  }

  return {
    isBusy,
    failure,
    /** The methods for the second factor. Undefined until the password was accepted. */
    ways: asked?.ways,
    withPassword,
    enterWith,
    showCode,
    enterWithPasskey,
    withPasskey: () => attempt(enterWithPasskey),
    startAgain: () => setAsked(undefined),
  }
}

/** Says what actually went wrong. Never asks users to check a password that was right or was not verified. */
function toLoginFailure(error: unknown): LoginFailure {
  const body = error instanceof ApiError ? error.body : {}
  const email = body['email']
  return {
    why: describePasskeyError(error) ?? describeError(error, UNREACHABLE),
    ...(typeof email === 'string' && { unverifiedEmail: email }),
  }
}
