import { hasPermissionForAny } from '#shared/policy.ts'
import { saveAs } from '#web/client/save-as.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useStaff } from './staff.ts'

/** A longer timeout, because a long list is streamed. */
export const FILE_LIMIT_MS = 10 * 60_000

type DownloadActions<Filters> = { downloadList: (filters: Filters) => Promise<string> }

/** The page's action that downloads its list. */
export function downloadActions<Filters>(
  name: string,
  load: (filters: Filters) => Promise<Blob>,
): DownloadActions<Filters> {
  return {
    downloadList: async (filters) => {
      saveAs(await load(filters), name)
      return 'Downloaded all results. The download is recorded in the audit log.'
    },
  }
}

type ListDownloadProps<Filters> = {
  /** Shows nothing to staff without this permission. */
  permission: 'export lists' | 'export log'
  filters: Filters
}

/** Downloads the whole list, including all pages, in its current order. */
export function ListDownload<Filters>({ permission, filters }: ListDownloadProps<Filters>) {
  const role = useStaff()?.role
  const action = useAction<DownloadActions<Filters>>({ unreachable: UNREACHABLE })
  if (role === undefined || !hasPermissionForAny(role, permission)) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ActionNotice action={action} />
      <Button variant="quiet" busy={action.isBusy} onClick={() => void action.submit('downloadList', filters)}>
        {!action.isBusy && <Icon name="download" />}
        Download CSV
      </Button>
    </div>
  )
}
