import { call } from '#web/client/api.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { listOwnCertificates } from '../own-certificates.contract.ts'

export type OwnCertificates = EndpointReply<typeof listOwnCertificates>
export type OwnCertificateData = OwnCertificates['certificates'][number]

/**
 * The member's certificates; undefined if they can't be loaded, because pages with other content can be shown without
 * them.
 */
export async function fetchOwnCertificates(signal: AbortSignal): Promise<OwnCertificates | undefined> {
  try {
    return await call<typeof listOwnCertificates>('GET /Academy/api/account/certificates/', { signal })
  } catch (error) {
    if (!signal.aborted) console.error(error)
    return undefined
  }
}
