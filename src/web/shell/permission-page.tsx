import { loginAddress, registerAddress } from '#shared/pages.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { reloadPage, storedToken, useIsSignedIn } from '#web/client/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MessagePage } from '#web/ui/message-page.tsx'

type PermissionPageProps = {
  offerLogin?: boolean
  children?: ReactNode
}

/**
 * Shown instead of a page to which the user has no access. With `offerLogin`, it links to login, which returns here;
 * otherwise, to My Academy.
 */
export function PermissionPage({ offerLogin = false, children }: PermissionPageProps) {
  const { pathname, search } = useLocation()
  const back = pathname + search
  const isSignedIn = useIsSignedIn()
  const [isVisitor] = useState(() => storedToken() === undefined)
  // The visitor has logged in using another tab.
  useEffect(() => {
    if (offerLogin && isVisitor && isSignedIn) reloadPage()
  }, [offerLogin, isVisitor, isSignedIn])
  return (
    <MessagePage>
      <span className="grid size-16 place-items-center rounded-full bg-wash text-link">
        <Icon name="lock" className="size-8" />
      </span>
      <h1 className="max-w-text text-2xl">You don't have permission to access this page.</h1>
      {children && (
        <div className="max-w-full rounded-card border wrap-anywhere border-line bg-surface p-5 sm:p-6">{children}</div>
      )}
      {!offerLogin && <ButtonLink to="/MyAcademy/">Go to My Academy</ButtonLink>}
      {offerLogin && (
        <>
          <p className="text-muted">Kindly Login or Create An Account.</p>
          <div className="grid grid-cols-2 gap-3">
            <ButtonLink to={loginAddress(back)}>Login</ButtonLink>
            <ButtonLink to={registerAddress(back)} variant="quiet">
              Register
            </ButtonLink>
          </div>
        </>
      )}
    </MessagePage>
  )
}
