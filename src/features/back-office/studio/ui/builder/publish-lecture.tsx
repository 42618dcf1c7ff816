import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import type { publishLecture, revertDraftLecture } from '../../builder.contract.ts'
import { useAction } from '../use-action.tsx'
import { useDraft } from './draft-context.tsx'

type SeenRevision = { revision: number; begun: string | null }

export function PublishLecture({ id: lecture }: { id: string }) {
  const { saver, view } = useDraft()
  const { id, address, revision } = view.worked
  const action = useAction()
  const run = (act: (seen: SeenRevision) => Promise<{ message: string }>) =>
    action.run(async () => {
      if (!(await saver.saveNow())) return { kind: 'error', text: 'Not everything is saved yet. See above.' }
      const { message } = await act(saver.current().worked)
      await saver.refresh()
      return message
    })
  const params = { id, lecture }
  const publish = ({ revision: seen, begun }: SeenRevision) =>
    call<typeof publishLecture>('POST /Academy/api/studio/products/:id/lectures/:lecture/publish/', {
      params,
      body: { revision: seen, begun },
      limitMs: 60_000,
    })
  const takeBack = () =>
    call<typeof revertDraftLecture>('POST /Academy/api/studio/products/:id/lectures/:lecture/take-back/', { params })
  if (address === null || (revision === 0 && !action.outcome)) return null
  return (
    <div className="flex flex-col gap-3">
      {revision > 0 && (
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" busy={action.isBusy} onClick={() => void run(publish)}>
            Publish this lecture alone
          </Button>
          <Button variant="link" disabled={action.isBusy} onClick={() => void run(takeBack)}>
            Take back what I changed in it
          </Button>
        </div>
      )}
      {action.outcome}
    </div>
  )
}
