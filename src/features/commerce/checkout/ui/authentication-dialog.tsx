import { Dialog } from '@base-ui/react/dialog'
import { formatDollars } from '#shared/format-dollars.ts'
import { Button } from '#web/ui/button.tsx'

type AuthenticationDialogProps = {
  isOpen: boolean
  price: string
  onAnswer: (result: 'complete' | 'fail') => void
}

/** Emulates the bank's 3-D Secure page. As with a real bank, closing it makes the authentication fail. */
export function AuthenticationDialog({ isOpen, price, onAnswer }: AuthenticationDialogProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onAnswer('fail')} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-night/50" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 flex w-[min(26rem,calc(100vw-2rem))] -translate-1/2 flex-col gap-4 rounded-card border border-line bg-surface p-6 text-ink shadow-lift">
          <Dialog.Title className="text-xl">3-D Secure test page</Dialog.Title>
          <Dialog.Description className="text-sm text-muted">
            Here your bank would ask you to approve a payment of <span className="money">{formatDollars(price)}</span>.
            This is a test: choose how it ends.
          </Dialog.Description>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => onAnswer('complete')}>Complete</Button>
            <Button variant="quiet" onClick={() => onAnswer('fail')}>
              Fail
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
