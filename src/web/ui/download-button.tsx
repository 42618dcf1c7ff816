import { ButtonAnchor } from './button.tsx'
import { Icon } from './icon.tsx'

/** Downloads a file. '(PDF)' stays on one line with the word before it, if both fit. */
export function DownloadButton({ name, url }: { name: string; url: string }) {
  const [, words = '', end = name] = /^(.*\s)?(\S+ \([^()]+\))$/.exec(name) ?? []
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
      <span className="min-w-0">
        {words}
        <span className="inline-block">{end}</span>
        <span className="sr-only"> (opens in a new tab)</span>
      </span>
    </ButtonAnchor>
  )
}
