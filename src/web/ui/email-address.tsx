/**
 * An email address as text. It wraps before the @ rather than at a hyphen, and elsewhere only if either part is too
 * long for a line.
 */
export function EmailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      <span className={HALF}>{address.slice(0, at)}</span>
      <span className={HALF}>{address.slice(at)}</span>
    </>
  )
}

const HALF = 'inline-block max-w-full wrap-anywhere'
