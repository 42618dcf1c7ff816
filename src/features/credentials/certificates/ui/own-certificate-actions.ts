import { call, callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { downloadCertificate, listOwnCertificates, mailCertificateAgain } from '../own-certificates.contract.ts'

export type OwnCertificates = ReplyOf<typeof listOwnCertificates>
export type Own = OwnCertificates['certificates'][number]

/** For a page that has more to show: without them where they can't be had. */
export async function ownCertificates(signal: AbortSignal): Promise<OwnCertificates | undefined> {
  try {
    return await call<typeof listOwnCertificates>('GET /Academy/api/account/certificates/', { signal })
  } catch (error) {
    if (!signal.aborted) console.error(error)
    return undefined
  }
}

export async function savePdf({ id, file_name: fileName }: Own): Promise<void> {
  const file = await callForFile<typeof downloadCertificate>('GET /Academy/api/account/certificates/:id/', {
    params: { id },
    limitMs: 30_000,
  })
  saveAs(file, fileName)
}

/** Returns the address to which it goes. */
export async function sendAgain({ id }: Own): Promise<string> {
  const reply = await call<typeof mailCertificateAgain>('POST /Academy/api/account/certificates/:id/send/', {
    params: { id },
  })
  return reply.sent_to
}
