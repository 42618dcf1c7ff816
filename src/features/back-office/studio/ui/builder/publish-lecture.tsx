import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { builderActions } from './builder-actions.ts'
import { useDraft } from './draft-context.tsx'

export function PublishLecture({ id }: { id: string }) {
  const { view } = useDraft()
  const { address, revision } = view.worked
  const action = useAction<typeof builderActions>()
  if (address === null || (revision === 0 && !action.status && !action.isBusy)) return null
  return (
    <div className="flex flex-col gap-3">
      {revision > 0 && (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="quiet"
            busy={action.isRunning('publishLecture')}
            onClick={() => void action.submit('publishLecture', id)}
          >
            Publish only this lecture
          </Button>
          <Button variant="link" disabled={action.isBusy} onClick={() => void action.submit('revertLecture', id)}>
            Discard changes to this lecture
          </Button>
        </div>
      )}
      <ActionNotice action={action} />
    </div>
  )
}
