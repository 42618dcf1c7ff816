import { Dialog } from '@base-ui/react/dialog'
import { createRoot } from 'react-dom/client'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { beginPasskeyConfirmation, confirmIdentity, readConfirmMethods } from '../identity.contract.ts'
import { describeError, UNREACHABLE } from '#web/client/actions.ts'
import { canUsePasskeys, signWithPasskey } from '#features/people/two-factor/ui/passkeys.ts'
import { SecondFactorStep, type TypedProof, type ConfirmMethod } from './second-factor-step.tsx'

/**
 * Opens a dialog over any page. Resolves to true if the member confirmed their identity, and to false if they canceled.
 */
export async function askToConfirm(): Promise<boolean> {
  const before = document.activeElement
  // This is loaded before the dialog opens, so that the field gets the focus immediately.
  const known = await loadConfirmMethods()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const end = (isConfirmed: boolean) => {
      root.unmount()
      place.remove()
      if (before instanceof HTMLElement) before.focus()
      resolve(isConfirmed)
    }
    root.render(<ConfirmDialog {...known} onEnd={end} />)
  })
}

type ConfirmOptions = { ways: readonly ConfirmMethod[] } | { failure: string }

async function loadConfirmMethods(): Promise<ConfirmOptions> {
  try {
    const { ways } = await call<typeof readConfirmMethods>('GET /Academy/api/account/confirm/')
    return { ways: ways.filter((way) => way !== 'passkey' || canUsePasskeys()) }
  } catch (error) {
    console.error(error)
    return { failure: describeError(error, UNREACHABLE) }
  }
}

function ConfirmDialog({ onEnd, ...known }: ConfirmOptions & { onEnd: (isConfirmed: boolean) => void }) {
  const confirm = async (typed: TypedProof) => {
    await call<typeof confirmIdentity>('POST /Academy/api/account/confirm/', { body: typed })
    onEnd(true)
  }
  const confirmByPasskey = async () => {
    const options = await call<typeof beginPasskeyConfirmation>('POST /Academy/api/account/confirm/options/')
    const passkey = await signWithPasskey(options)
    await call<typeof confirmIdentity>('POST /Academy/api/account/confirm/', {
      body: { passkey: { ...passkey, clientExtensionResults: {} } },
    })
    onEnd(true)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onEnd(false)} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-night/50" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[min(26rem,calc(100vw-2rem))] -translate-1/2 flex-col gap-4 overflow-y-auto rounded-card border border-line bg-surface p-6 text-ink shadow-lift">
          <Dialog.Title className="text-xl">Confirm it’s you</Dialog.Title>
          <Dialog.Description className="text-sm text-muted">
            This protects your account. We won’t ask again for 10 minutes.
          </Dialog.Description>
          {'ways' in known ? (
            <SecondFactorStep ways={known.ways} label="Continue" onType={confirm} onPasskey={confirmByPasskey} />
          ) : (
            <Notice kind="error">{known.failure}</Notice>
          )}
          <Button variant="link" onClick={() => onEnd(false)}>
            Cancel
          </Button>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
