import type { ReactNode } from 'react'
import { DownloadButton } from '#web/ui/download-button.tsx'
import type { DocumentDetail } from '../documents.contract.ts'

type OwnedDocumentLayoutProps = {
  back: ReactNode
  message?: ReactNode
  head: ReactNode
  side: ReactNode
  about: ReactNode
}

/** The page of a document for its owner. The preview of a draft renders the same. */
export function OwnedDocumentLayout({ back, message, head, side, about }: OwnedDocumentLayoutProps) {
  return (
    <div className="page-width pt-4 sm:pt-6">
      {back}
      {message && <div className="mb-6">{message}</div>}
      <div className="grid grid-cols-1 gap-x-14 gap-y-6 sm:gap-y-10 md:grid-cols-[minmax(0,1fr)_22.5rem] md:grid-rows-[auto_1fr]">
        {head}
        <aside className="md:row-span-2">{side}</aside>
        <section aria-labelledby="about" className="max-sm:mt-4">
          <h2 id="about" className="mb-4 text-xl">
            About this document
          </h2>
          {about}
        </section>
      </div>
    </div>
  )
}

type File = { name: string; url: string }
type DocumentFilesProps = Pick<DocumentDetail, 'files'> & { renderFile?: (file: File) => ReactNode }

/** `renderFile` is set in a preview, whose files have other addresses. */
export function DocumentFiles({ files, renderFile = renderDownload }: DocumentFilesProps) {
  return (
    <section aria-labelledby="files" className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <h2 id="files" className="mb-4 text-lg">
        Downloadable Resources
      </h2>
      {files.length === 0 ? (
        <p className="text-sm text-muted">The files for this document are coming soon.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {files.map(({ fileName: name, fileURL: url }) => (
            <li key={url}>{renderFile({ name, url })}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const renderDownload = (file: File) => <DownloadButton {...file} />
