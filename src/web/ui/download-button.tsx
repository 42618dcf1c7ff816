import { ButtonAnchor } from './button.tsx'
import { Icon } from './icon.tsx'

/** Downloads a file. Prevents '(PDF)' from wrapping onto its own line. */
export function DownloadButton({ name, url }: { name: string; url: string }) {
  return (
    <ButtonAnchor
      href={url}
      target="_blank"
      rel="noopener"
      variant="quiet"
      wide
      className="justify-start text-left text-pretty wrap-anywhere"
    >
      <Icon name="download" />
      {name.replaceAll(' (', '\u00A0(')}
      <span className="sr-only"> (opens in a new tab)</span>
    </ButtonAnchor>
  )
}
