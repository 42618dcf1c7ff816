import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/product.page.ts'
import type { openProduct } from './builder.contract.ts'
import { Builder } from './ui/builder/builder.tsx'
import { DraftProvider } from './ui/builder/draft-context.tsx'
import { StudioLoadError, StudioLoading } from './ui/studio-frame.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Product', isPersonal: true })

export const clientLoader = memberLoader(
  ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) =>
    call<typeof openProduct>('GET /Academy/api/studio/products/:id/', { params: { id }, signal }),
  { reasons: ['missing'] },
)

/** The draft stays up to date on its own: switching sections loads nothing. */
export function shouldRevalidate({
  currentParams,
  nextParams,
}: {
  currentParams: { id?: string }
  nextParams: { id?: string }
}) {
  return currentParams.id !== nextParams.id
}

export function HydrateFallback() {
  return <StudioLoading title="Product" />
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title="Product" />}>
      {(worked) => (
        <DraftProvider key={worked.id} worked={worked}>
          <Builder />
        </DraftProvider>
      )}
    </LoadedPage>
  )
}
