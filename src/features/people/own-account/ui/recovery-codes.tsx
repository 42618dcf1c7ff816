import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** The ten recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [codes])
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <section
      aria-labelledby="new-codes"
      className="flex flex-col gap-4 rounded-card border border-study/40 bg-study-wash p-5 sm:p-6"
    >
      <h2 id="new-codes" ref={heading} tabIndex={-1} className="text-xl">
        Save these recovery codes
      </h2>
      <p>
        Use one to log in if you lose your phone or passkey. Each code works once. We won’t show them again, so print
        them or save them with your passwords.
      </p>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="quiet" onClick={() => saveText(text)}>
          <Icon name="download" />
          Download
        </Button>
        <Button onClick={onDone}>I’ve saved them</Button>
      </div>
    </section>
  )
}

function saveText(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' })
  link.click()
  // This is delayed, because some browsers start to read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
