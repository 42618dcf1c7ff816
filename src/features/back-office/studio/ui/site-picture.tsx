import { createContext, use, useEffect, useId, useState } from 'react'
import { stopUpload } from '#features/catalog/uploads/ui/tasks.ts'
import { type FieldFile, UploadField } from '#features/catalog/uploads/ui/upload-field.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { ApiError, call } from '#web/client/api.ts'
import { classes } from '#web/ui/classes.ts'
import type { previewSitePicture, readSiteForm } from '../site-screen.contract.ts'

type SiteFile = EndpointReply<typeof readSiteForm>['files'][number]

/** The page's pictures, and a callback for adding one. */
export const SiteFiles = createContext<{ files: readonly SiteFile[]; know: (file: SiteFile) => void }>({
  files: [],
  know: () => {},
})

type ImageSlot = 'logo' | 'favicon' | 'hero' | 'portrait' | 'book'

/** Each picture is framed as on the site, where the logo is on the header's background. */
const FRAMES: Readonly<Record<ImageSlot, string>> = {
  logo: 'h-16 bg-head p-3',
  favicon: 'size-16',
  hero: 'w-60 aspect-8/7 object-cover',
  portrait: 'w-28 aspect-4/5 object-cover',
  book: 'w-24',
}

type SitePictureProps = {
  place: ImageSlot
  label: string
  hint: string
  /** Empty for a picture that only decorates. */
  alt: string
  fileId: string | null
  error: string | undefined
  onChange: (fileId: string | null) => void
}

/** Uploads, replaces, or removes a site picture, which is shown as visitors will see it. */
export function SitePicture({ place, label, hint, alt, fileId, error, onChange }: SitePictureProps) {
  const { files, know } = use(SiteFiles)
  const name = useId()
  // If the field is removed, its upload is stopped.
  useEffect(() => () => stopUpload(name), [name])
  const file = files.find(({ id }) => id === fileId)
  const { address, wrong } = useImageAddress(place, file)
  return (
    <div className="flex flex-col gap-3">
      <UploadField
        label={label}
        use="picture"
        name={name}
        file={file ?? null}
        hint={hint}
        error={error ?? wrong}
        onChange={(stored: FieldFile | null) => {
          if (stored && !files.some(({ id }) => id === stored.id)) know({ ...stored, shown: null })
          onChange(stored?.id ?? null)
        }}
      />
      {address !== undefined && (
        <figure className="flex flex-wrap items-end gap-4">
          <img src={address} alt={alt} className={classes('rounded-control border border-line', FRAMES[place])} />
          {alt !== '' && <figcaption className="text-sm text-muted">Alt text: “{alt}”</figcaption>}
        </figure>
      )}
    </div>
  )
}

/** The URL of the rendered picture; the server renders new uploads. */
function useImageAddress(place: ImageSlot, file: SiteFile | undefined): { address?: string; wrong?: string } {
  const [drawn, setDrawn] = useState<{ id: string; address?: string; wrong?: string }>()
  const id = file?.id
  const isShown = file === undefined || file.shown !== null
  useEffect(() => {
    if (id === undefined || isShown) return
    const left = new AbortController()
    fetchImageAddress(place, id, left.signal).then(
      (address) => setDrawn({ id, address }),
      (failure: unknown) => {
        if (left.signal.aborted) return
        console.error(failure)
        setDrawn({ id, ...(failure instanceof ApiError && { wrong: failure.message }) })
      },
    )
    return () => left.abort()
  }, [place, id, isShown])
  if (file?.shown) return { address: file.shown }
  return drawn !== undefined && drawn.id === id ? drawn : {}
}

async function fetchImageAddress(place: ImageSlot, file: string, signal: AbortSignal): Promise<string> {
  const { image } = await call<typeof previewSitePicture>('POST /Academy/api/studio/site/picture/', {
    body: { place, file },
    signal,
  })
  return image
}
