import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useUploadingFileNames } from '#features/catalog/uploads/ui/tasks.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { useAction } from '#web/client/use-action.ts'
import type { publishProduct } from '../../builder.contract.ts'
import type { builderActions } from './builder-actions.ts'
import { useDraft } from './draft-context.tsx'

/** Publishes from any section of the editor. The section "Preview and publish" shows the outcome until it is left. */
export function usePublishing(part: string) {
  const { view, check } = useDraft()
  const { address, is_on_sale: wasOnSale } = view.worked
  const action = useAction<typeof builderActions>()
  const [published, setPublished] = useState<EndpointReply<typeof publishProduct>>()
  const [isOnSale, setOnSale] = useState(address === null || wasOnSale)
  const uploading = useUploadingFileNames().length
  const publish = async () => {
    check()
    setPublished(undefined)
    const reply = await action.submit('publish', isOnSale, uploading)
    if (reply) setPublished(reply)
  }
  const last = useRef(part)
  const forget = useEffectEvent(() => {
    if (action.isBusy) return
    action.clear()
    setPublished(undefined)
  })
  useEffect(() => {
    if (last.current === 'publish' && part !== 'publish') forget()
    last.current = part
  }, [part])
  return { action, published, isOnSale, setOnSale, publish }
}

export type Publishing = ReturnType<typeof usePublishing>
