import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '#web/client/chunks.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PayForm as LoadedPayForm } from './pay-form.tsx'

const LazyPayForm = lazy(async () => {
  const { PayForm } = await loadChunk(import('./pay-form.tsx'), 'pay-form.js')
  return { default: PayForm }
})

/** Loaded on demand, so that visitors who can't buy don't download it. */
export function PayForm(props: ComponentProps<typeof LoadedPayForm>) {
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <LazyPayForm {...props} />
    </Suspense>
  )
}
