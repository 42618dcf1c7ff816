import { callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import type { downloadBadge } from '../badges.contract.ts'
import { badgeFileName } from '../badges.rules.ts'

export async function downloadOwnBadge({ id, courseName }: { id: string; courseName: string }): Promise<void> {
  const file = await callForFile<typeof downloadBadge>('GET /Academy/api/account/certificates/:id/badge/', {
    params: { id },
    limitMs: 30_000,
  })
  saveAs(file, badgeFileName({ id, courseName }))
}
