import { useEffect, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { readOrderChoices } from '../orders.contract.ts'

type Products = EndpointReply<typeof readOrderChoices>['products']

/** The choices of a field for a product that can be granted, loaded when its form is opened. */
export function useProductOptions(): { value: string; label: string }[] {
  const [areMissing, setMissing] = useState(false)
  const [products, setProducts] = useState<Products>()
  useEffect(() => {
    const leaving = new AbortController()
    call<typeof readOrderChoices>('GET /Academy/api/studio/orders/choices/', { signal: leaving.signal }).then(
      (choices) => setProducts(choices.products),
      (error: unknown) => {
        console.error(error)
        setMissing(!leaving.signal.aborted)
      },
    )
    return () => leaving.abort()
  }, [])
  const label = products
    ? 'Choose…'
    : areMissing
      ? 'We couldn’t load the products. Close this and try again.'
      : 'Loading…'
  return [{ value: '', label }, ...(products ?? []).map(({ id, item }) => ({ value: id, label: item }))]
}
