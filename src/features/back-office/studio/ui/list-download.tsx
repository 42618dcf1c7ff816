import { saveAs } from '#web/client/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useAction } from './use-action.tsx'

/** A long list is streamed. */
export const FILE_LIMIT_MS = 10 * 60_000

type ListDownloadProps = { name: string; load: () => Promise<Blob> }

/** Downloads everything that the list has, on all its pages, in its order. */
export function ListDownload({ name, load }: ListDownloadProps) {
  const { isBusy, outcome, run } = useAction()
  const download = () =>
    run(async () => {
      saveAs(await load(), name)
      return 'The file has everything that was found. The download is in the log.'
    })
  return (
    <div className="flex flex-wrap items-center gap-3">
      {outcome}
      <Button variant="quiet" busy={isBusy} onClick={() => void download()}>
        {!isBusy && <Icon name="download" />}
        Download CSV
      </Button>
    </div>
  )
}
