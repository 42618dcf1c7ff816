import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { addLicense, removeLicense } from '../licenses.contract.ts'

/** Both actions resolve to the member's complete list of licenses. */
export const licenseActions = {
  addLicense: async (body: EndpointInput<typeof addLicense>['body']) => ({
    licenses: await call<typeof addLicense>('POST /Academy/api/account/licenses/', { body }),
    message: 'License number saved.',
  }),
  removeLicense: async (id: string) => ({
    licenses: await call<typeof removeLicense>('POST /Academy/api/account/licenses/:id/remove/', { params: { id } }),
    message: 'License number removed.',
  }),
}
