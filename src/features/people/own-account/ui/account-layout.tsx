import type { ReactNode } from 'react'
import { Outlet, type UIMatch, useMatches } from 'react-router'
import type { LoadState } from '#web/client/load-state.ts'
import type { PageHandle } from '#web/shell/framed-page.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { SectionNav } from '#web/shell/section-nav.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import '#web/ui/members.css'

const PAGES = [
  { to: '/Account/', label: 'Account' },
  { to: '/Account/Orders/', label: 'Orders' },
  { to: '/Account/Certificates/', label: 'Certificates' },
  { to: '/Account/Licenses/', label: 'Licenses' },
  { to: '/Account/Security/', label: 'Security' },
  { to: '/Account/Notices/', label: 'Notifications' },
  { to: '/Account/Mails/', label: 'Emails' },
  { to: '/Account/Posts/', label: 'Posts' },
  { to: '/Account/Contests/', label: 'Question reports' },
] as const

/**
 * The layout of every account page: its heading, links to the other pages, and a message if the page can't be loaded.
 */
export default function AccountLayout() {
  const page = useMatches().at(-1) as UIMatch<LoadState<unknown> | undefined, PageHandle>
  const { title, explainsFailure } = page.handle
  const shown = (
    <Frame title={title}>
      <Outlet />
    </Frame>
  )
  // Without data, the page shows its own placeholder.
  if (!page.loaderData) return shown
  const failed = explainsFailure && (
    <Frame title={title}>
      <LoadError />
    </Frame>
  )
  return (
    <LoadedPage loaded={page.loaderData} offerLogin failed={failed}>
      {() => shown}
    </LoadedPage>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page-width pb-16">
      <PageHeading title={title} />
      <SectionNav label="Account" items={PAGES} />
      {/* The content is at least this high, so that the footer is below the window and doesn't move when the page’s
         data arrives. */}
      <div className="min-h-[75svh] max-w-[52rem]">{children}</div>
    </div>
  )
}

function LoadError() {
  return (
    <Notice
      kind="error"
      action={
        <Button variant="quiet" onClick={() => location.reload()}>
          Try again
        </Button>
      }
    >
      We couldn’t load your account. Try again in a moment.
    </Notice>
  )
}
