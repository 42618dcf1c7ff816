import type { UploadedFile } from '../uploads.contract.ts'

export function FileWarnings({ file }: { file: Pick<UploadedFile, 'name' | 'warnings'> | null | undefined }) {
  if (!file?.warnings?.length) return null
  return (
    <ul aria-label={`Warnings for ${file.name}`} className="flex w-full flex-col gap-1 text-sm">
      {file.warnings.map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          {line !== undefined && `Line ${line}: `}
          {message}
        </li>
      ))}
    </ul>
  )
}
