import { Dialog } from '@base-ui/react/dialog'
import { createRoot } from 'react-dom/client'
import { call } from '#web/client/api.ts'
import { storedToken } from '#web/client/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { readAccount } from '#features/people/accounts/accounts.contract.ts'
import { getFieldText } from '#features/people/accounts/ui/form-text.ts'
import { canUsePasskeys } from '#features/people/two-factor/ui/passkeys.ts'
import { SecondFactorStep } from './second-factor-step.tsx'
import { useLogin } from './use-login.ts'

/**
 * Opens a dialog over the page when the session has ended, so that the member can log in without losing their input.
 * Resolves to true if they logged in, and to false if they canceled.
 */
export async function askToSignIn(username: string): Promise<boolean> {
  const before = document.activeElement
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const end = (isIn: boolean) => {
      removeEventListener('storage', hear)
      root.unmount()
      place.remove()
      if (before instanceof HTMLElement) before.focus()
      resolve(isIn)
    }
    // The member may also log in from another tab.
    const hear = () => storedToken() !== undefined && end(true)
    addEventListener('storage', hear)
    root.render(<SignInDialog username={username} onEnd={end} />)
  })
}

function SignInDialog({ username, onEnd }: { username: string; onEnd: (isIn: boolean) => void }) {
  const login = useLogin(async () => {
    const account = await call<typeof readAccount>('GET /Academy/api/account/')
    // The passkey may belong to another member, who must not see the data on this page.
    if (account.username === username) onEnd(true)
    else location.reload()
  })
  const { ways, failure, isBusy } = login
  const hasPasskeys = canUsePasskeys()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onEnd(false)} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-night/50" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[min(26rem,calc(100vw-2rem))] -translate-1/2 flex-col gap-4 overflow-y-auto rounded-card border border-line bg-surface p-6 text-ink shadow-lift">
          <Dialog.Title className="text-xl">Please log in again</Dialog.Title>
          <Dialog.Description className="text-sm text-muted">
            Your session has ended. We’ve kept what you typed. Log in to continue as{' '}
            <strong className="wrap-anywhere">{username}</strong>.
          </Dialog.Description>
          {ways ? (
            <SecondFactorStep
              ways={ways.filter((way) => way !== 'passkey' || hasPasskeys)}
              label="Log in"
              onType={login.showCode}
              onPasskey={login.enterWithPasskey}
            />
          ) : (
            <form
              method="post"
              className="flex flex-col gap-4"
              onSubmit={(event) => {
                event.preventDefault()
                // React passes the submit event of the dialog's form on to the page's form, unless this stops it.
                event.stopPropagation()
                void login.withPassword(username, getFieldText(event.currentTarget, 'password'))
              }}
            >
              {failure && <Notice kind="error">{failure.why}</Notice>}
              <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
              <PasswordField label="Password" name="password" autoComplete="current-password" />
              <Button type="submit" wide busy={isBusy}>
                Log in
              </Button>
              {hasPasskeys && (
                <Button variant="quiet" wide disabled={isBusy} onClick={() => void login.withPasskey()}>
                  Use a passkey
                </Button>
              )}
            </form>
          )}
          <Button variant="link" onClick={() => onEnd(false)}>
            Not now
          </Button>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
