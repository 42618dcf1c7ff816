import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import type { Route } from './+types/product.page.ts'
import type { openProduct } from './builder.contract.ts'
import { questionBankActions } from '#features/learning/question-bank/ui/question-bank-actions.ts'
import { Builder } from './ui/builder/builder.tsx'
import { builderActions } from './ui/builder/builder-actions.ts'
import { DraftProvider } from './ui/builder/draft-context.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Product', hasOwnFrame: true }
export const meta = studioMeta

export const clientLoader = studioLoader(({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof openProduct>('GET /Academy/api/studio/products/:id/', { params: { id }, signal }),
)

export const clientAction = defineActions(builderActions, questionBankActions)

/** The draft in the browser stays up to date, so switching sections doesn't have to load anything. */
export function shouldRevalidate({
  currentParams,
  nextParams,
}: {
  currentParams: { id?: string }
  nextParams: { id?: string }
}) {
  return currentParams.id !== nextParams.id
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const worked = getView(loaderData)
  return (
    <DraftProvider key={worked.id} worked={worked}>
      <Builder />
    </DraftProvider>
  )
}
