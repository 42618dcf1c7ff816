import { hasPermissionForAny } from '#shared/policy.ts'
import { saveAs } from '#web/client/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useStaff } from './staff.ts'
import { useAction } from './use-action.tsx'

/** A long list is streamed. */
export const FILE_LIMIT_MS = 10 * 60_000

type ListDownloadProps = {
  /** Nothing for staff without it. */
  permission: 'export lists' | 'export log'
  name: string
  load: () => Promise<Blob>
}

/** Downloads everything that the list has, on all its pages, in its order. */
export function ListDownload({ permission, name, load }: ListDownloadProps) {
  const role = useStaff()?.role
  const { isBusy, outcome, run } = useAction()
  if (role === undefined || !hasPermissionForAny(role, permission)) return null
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
