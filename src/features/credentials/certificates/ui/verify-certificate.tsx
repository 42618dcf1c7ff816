import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { loginAddress, pageAddress } from '#shared/pages.ts'
import { useAction } from '#web/client/use-action.ts'
import { useIsSignedIn } from '#web/client/session.ts'
import { useSite } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Certificate } from './certificate-paper.tsx'
import type { certificateActions } from './certificate-actions.ts'
import { CertificateContact } from './certificate-contact.tsx'
import { CredentialLink } from './credential-link.tsx'
import { ActionStatus } from './action-status.tsx'

/**
 * How to verify and share a certificate. The holder's private actions replace the contact details in the same space, so
 * that the layout doesn't shift once the viewer turns out to be the holder.
 */
export function VerifyCertificate({ certificate }: { certificate: Certificate }) {
  const { id, course_name: courseName } = certificate
  const origin = useSite()?.public_url ?? ''
  const own = useHolderSection(id)
  const box = useRef<HTMLElement>(null)
  const isOver = useSessionEnded(own !== undefined, box)
  const action = useAction<typeof certificateActions>()
  const address = origin + pageAddress('/Certificate/:id', { id })
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={own ? 'Share it' : 'How to verify'}
      className="@container rounded-card border border-line bg-wash p-5 sm:px-10 sm:py-6 print:hidden"
    >
      <h2 className="mb-2 font-sans text-base font-semibold tracking-normal">How to verify</h2>
      <p className="max-w-text text-sm">
        Check that this page’s address starts with{' '}
        <strong className="font-semibold wrap-anywhere">{address.slice(0, -id.length)}</strong>. The page at that
        address is always current. A PDF or image alone isn’t proof. Scan its QR code or open its link to reach this
        page.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="quiet" className="max-sm:grow" onClick={() => void action.submit('copy', 'The link', address)}>
          Copy link
        </Button>
        {certificate.is_signed && <CredentialLink id={id} courseName={courseName} className="max-sm:grow" />}
        <ActionStatus status={action.status} className="empty:absolute max-sm:basis-full" />
      </div>
      {/* The least heights are those of the holder's heading and buttons. */}
      <div className="mt-4 grid min-h-[8.75rem] *:[grid-area:1/1] @lg:min-h-21">
        <div className={classes(own && 'invisible')}>
          <CertificateContact />
          <p className="text-sm">
            <Link
              to={pageAddress('/Certificate/')}
              className="inline-flex min-h-11 items-center text-link underline underline-offset-2"
            >
              Verify another certificate
            </Link>
          </p>
        </div>
        {own}
      </div>
      <p role="status" className="mt-2 text-sm empty:mt-0">
        {isOver && (
          <>
            You’re logged out.{' '}
            <Link
              to={loginAddress(pageAddress('/Certificate/:id', { id }))}
              className="text-link underline underline-offset-4"
            >
              Log in
            </Link>{' '}
            to download the PDF and badge.
          </>
        )}
      </p>
    </section>
  )
}

/** Whether the session ended while the holder's section was shown; its element may have had the focus. */
function useSessionEnded(isOwn: boolean, box: RefObject<HTMLElement | null>): boolean {
  const isSignedIn = useIsSignedIn()
  const [wasOwn, setWasOwn] = useState(false)
  if (isOwn && !wasOwn) setWasOwn(true)
  const isOver = wasOwn && !isSignedIn
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isOver && isLost) box.current?.focus()
  }, [isOver, box])
  return isOver
}

/** The holder's section; undefined for everyone else. If it can't be loaded, the public page stays. */
function useHolderSection(id: string): ReactElement | undefined {
  const isSignedIn = useIsSignedIn()
  const [part, setPart] = useState<ReactElement>()
  useEffect(() => {
    if (!isSignedIn) return
    const leaving = new AbortController()
    const load = async () => {
      const { HolderActions, fetchOwnCertificates } = await import('./holder-actions.tsx')
      const owned = await fetchOwnCertificates(leaving.signal)
      const own = owned?.certificates.find((certificate) => certificate.id === id)
      if (own && !leaving.signal.aborted) setPart(<HolderActions certificate={own} />)
    }
    load().catch(console.error)
    return () => {
      leaving.abort()
      setPart(undefined)
    }
  }, [isSignedIn, id])
  return isSignedIn ? part : undefined
}
