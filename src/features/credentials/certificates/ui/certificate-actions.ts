import { downloadOwnBadge } from '#features/credentials/open-badges/ui/download-badge.ts'
import { call, callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import type { downloadCertificate, resendCertificateEmail } from '../own-certificates.contract.ts'
import type { OwnCertificateData } from './fetch-own-certificates.ts'

export const certificateActions = {
  /** Shows the text itself if the browser doesn't allow copying. */
  copy: async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      return `${what} was copied.`
    } catch (error) {
      console.error(error)
      return `Your browser blocked copying. Copy it from here: ${text}`
    }
  },
  downloadCertificate: async ({ id, file_name: fileName }: OwnCertificateData) => {
    const file = await callForFile<typeof downloadCertificate>('GET /Academy/api/account/certificates/:id/', {
      params: { id },
      limitMs: 30_000,
    })
    saveAs(file, fileName)
  },
  downloadBadge: (badge: { id: string; courseName: string }) => downloadOwnBadge(badge),
  sendCertificate: async (id: string) => {
    const { sent_to: sentTo } = await call<typeof resendCertificateEmail>(
      'POST /Academy/api/account/certificates/:id/send/',
      { params: { id } },
    )
    return `Resent to ${sentTo}.`
  },
}
