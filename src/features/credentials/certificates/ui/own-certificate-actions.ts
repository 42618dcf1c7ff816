import { call, callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { downloadCertificate, listOwnCertificates, resendCertificateEmail } from '../own-certificates.contract.ts'

export type OwnCertificates = EndpointReply<typeof listOwnCertificates>
export type OwnCertificateData = OwnCertificates['certificates'][number]

/** For pages with other content: renders without certificates when they can't be loaded. */
export async function fetchOwnCertificates(signal: AbortSignal): Promise<OwnCertificates | undefined> {
  try {
    return await call<typeof listOwnCertificates>('GET /Academy/api/account/certificates/', { signal })
  } catch (error) {
    if (!signal.aborted) console.error(error)
    return undefined
  }
}

export async function downloadPdf({ id, file_name: fileName }: OwnCertificateData): Promise<void> {
  const file = await callForFile<typeof downloadCertificate>('GET /Academy/api/account/certificates/:id/', {
    params: { id },
    limitMs: 30_000,
  })
  saveAs(file, fileName)
}

export async function requestCertificateEmail({ id }: OwnCertificateData): Promise<string> {
  const reply = await call<typeof resendCertificateEmail>('POST /Academy/api/account/certificates/:id/send/', {
    params: { id },
  })
  return reply.sent_to
}
