import { call } from '#web/client/api.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { listOwnCertificates } from '../own-certificates.contract.ts'

export type OwnCertificates = EndpointReply<typeof listOwnCertificates>
export type OwnCertificateData = OwnCertificates['certificates'][number]

/** For pages with other content, which are rendered without certificates if these can't be loaded. */
export async function fetchOwnCertificates(signal: AbortSignal): Promise<OwnCertificates | undefined> {
  try {
    return await call<typeof listOwnCertificates>('GET /Academy/api/account/certificates/', { signal })
  } catch (error) {
    if (!signal.aborted) console.error(error)
    return undefined
  }
}
