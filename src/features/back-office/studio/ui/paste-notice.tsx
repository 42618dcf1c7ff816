/** What the author should know about pasted text. */
export function PasteNotice({ notice }: { notice: string | undefined }) {
  return (
    <p role="status" className={notice === undefined ? 'sr-only' : 'mt-2 text-sm text-muted'}>
      {notice}
    </p>
  )
}
