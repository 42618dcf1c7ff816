import { useLocation } from 'react-router'
import { ButtonLink } from './button.tsx'
import { DisputedNotice } from './disputed-notice.tsx'
import { Icon } from './icon.tsx'
import { MessagePage } from './message-page.tsx'

type PermissionPageProps = {
  offerLogin?: boolean
  /** It was bought, and is closed because the payment is disputed. */
  isDisputed?: boolean
}

/** What a page shows to those it is not for. `offerLogin` adds the way in, which leads back here; who is in is led to what is theirs. */
export function PermissionPage({ offerLogin = false, isDisputed = false }: PermissionPageProps) {
  const { pathname, search } = useLocation()
  const next = `?next=${encodeURIComponent(pathname + search)}`
  return (
    <MessagePage>
      <span className="grid size-16 place-items-center rounded-full bg-wash text-link">
        <Icon name="lock" className="size-8" />
      </span>
      <h1 className="max-w-text text-2xl">You don't have permission to access this page.</h1>
      {isDisputed && (
        <div className="max-w-full rounded-card border wrap-anywhere border-line bg-surface p-5 sm:p-6">
          <DisputedNotice />
        </div>
      )}
      {!offerLogin && <ButtonLink to="/MyAcademy/">Go to My Academy</ButtonLink>}
      {offerLogin && (
        <>
          <p className="text-muted">Kindly Login or Create An Account.</p>
          <div className="grid grid-cols-2 gap-3">
            <ButtonLink to={`/login${next}`}>Login</ButtonLink>
            <ButtonLink to={`/Register${next}`} variant="quiet">
              Register
            </ButtonLink>
          </div>
        </>
      )}
    </MessagePage>
  )
}
