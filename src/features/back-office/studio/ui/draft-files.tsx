import type { ReactNode } from 'react'
import { useFileAddress } from '#features/catalog/uploads/ui/use-file-address.ts'
import { ProductPicture } from '#features/foundation/products/ui/product-header.tsx'
import { DownloadButton } from '#web/ui/download-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { OpenProduct } from '../builder.contract.ts'

// Only staff can load the files of a draft, so pages show them from other addresses.

type RecordingFiles = { video: string | null; audio?: string | null; captions: string | null; poster: string | null }

/** The addresses of a recording's files; undefined until all are known. */
export function useRecordingAddresses({ video, audio = null, captions, poster }: RecordingFiles, product: string) {
  const addresses = {
    video: useFileAddress(video, product),
    audio: useFileAddress(audio, product),
    captions: useFileAddress(captions, product),
    poster: useFileAddress(poster, product),
  }
  const { video: videoUrl, audio: audioUrl, captions: captionsUrl, poster: posterUrl } = addresses
  if (videoUrl === undefined || audioUrl === undefined || captionsUrl === undefined || posterUrl === undefined)
    return undefined
  return { videoUrl, audioUrl, captionsUrl, posterUrl }
}

export function UnplayableFile() {
  return <Notice kind="error">This file can’t be played. Try again in a moment.</Notice>
}

type DraftPictureProps = { file: string | null; product: string; alt: string }

export function DraftPicture({ file, product, alt }: DraftPictureProps) {
  const src = useFileAddress(file, product)
  return <ProductPicture key={src} src={src ?? null} alt={alt} />
}

/** A list of files as pages show it, each with the ID of its file instead of a URL. */
export function listHandouts(handouts: readonly { name: string; file: string | null }[]) {
  return handouts.flatMap(({ name, file }) => (file === null ? [] : [{ name: name.trim() || 'Untitled', file }]))
}

/** Instead of a file's ID: the ZIP file of a course, which only a published course has. */
export const UNPUBLISHED_ZIP = 'zip'

export const renderDraftFile =
  ({ id }: OpenProduct) =>
  ({ name, url: file }: { name: string; url: string }): ReactNode =>
    file === UNPUBLISHED_ZIP ? <UnpublishedZip name={name} /> : <DraftDownload name={name} file={file} product={id} />

function UnpublishedZip({ name }: { name: string }) {
  return (
    <div>
      <div inert>
        <DownloadButton name={name} url="#" />
      </div>
      <p className="mt-2 text-sm font-semibold">This file is not part of the preview.</p>
    </div>
  )
}

function DraftDownload({ name, file, product }: { name: string; file: string; product: string }) {
  const url = useFileAddress(file, product)
  if (url === undefined) return <Skeleton className="h-11" />
  if (url === null) return <Notice kind="error">This file can’t be opened. Try again in a moment.</Notice>
  return <DownloadButton name={name} url={url} />
}
