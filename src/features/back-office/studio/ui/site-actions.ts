import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { previewSiteText, saveSiteForm } from '../site-screen.contract.ts'

export const siteActions = {
  saveSite: (body: EndpointInput<typeof saveSiteForm>['body']) =>
    call<typeof saveSiteForm>('POST /Academy/api/studio/site/', { body }),
  previewText: (body: EndpointInput<typeof previewSiteText>['body']) =>
    call<typeof previewSiteText>('POST /Academy/api/studio/site/preview/', { body }),
}
