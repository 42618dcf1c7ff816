import { call } from '#web/client/api.ts'
import type { readSiteForm } from '../site-screen.contract.ts'
import { studioLoader } from './studio-page.ts'

/** The `clientLoader` of every page of the settings. */
export const siteLoader = studioLoader(
  ({ request: { signal } }: { request: Request; serverLoader: () => Promise<unknown> }) =>
    call<typeof readSiteForm>('GET /Academy/api/studio/site/', { signal }),
)
