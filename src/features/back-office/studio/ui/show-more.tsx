import { Button } from '#web/ui/button.tsx'

type ShowMoreProps = { label?: string | undefined; busy: boolean; onMore: () => Promise<unknown> }

export function ShowMore({ label = 'Show older ones', busy, onMore }: ShowMoreProps) {
  return (
    <p className="mt-6 text-center">
      <Button variant="quiet" busy={busy} onClick={() => void onMore()}>
        {label}
      </Button>
    </p>
  )
}
