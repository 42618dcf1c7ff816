import { useEffect, useState } from 'react'
import type { readStaffAddress } from '#features/foundation/media/staff-media.contract.ts'
import { ApiError, call } from '#web/client/api.ts'

type FileAddress = { fileId: string; address: string | null }

/**
 * Returns the URL where staff can view a file of a product that they edit. It is undefined until it is known, and null
 * if there is no file.
 */
export function useFileAddress(fileId: string | null, productId: string): string | null | undefined {
  const [found, setFound] = useState<FileAddress>()
  useEffect(() => {
    if (fileId === null) return undefined
    const left = new AbortController()
    fetchFileAddress(fileId, productId, left.signal).then(
      (address) => setFound({ fileId, address }),
      (error: unknown) => {
        if (left.signal.aborted) return
        console.error(error)
        setFound({ fileId, address: null })
      },
    )
    return () => left.abort()
  }, [fileId, productId])
  if (fileId === null) return null
  return found?.fileId === fileId ? found.address : undefined
}

export async function fetchFileAddress(id: string, productId: string, signal?: AbortSignal): Promise<string> {
  const ask = async (product: string | null) => {
    const { address } = await call<typeof readStaffAddress>('POST /Academy/api/studio/files/:id/address/', {
      params: { id },
      body: { product },
      ...(signal && { signal }),
    })
    return address
  }
  try {
    return await ask(productId)
  } catch (error) {
    // The file was just uploaded, and the draft that refers to it is still being saved.
    if (error instanceof ApiError && error.status === 404) return ask(null)
    throw error
  }
}
