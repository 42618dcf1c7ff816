import { Fragment, useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { useUnreadNotifications } from '#web/client/live-notifications.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { useAction } from '#web/client/use-action.ts'
import { Time } from '#web/shell/time.tsx'
import { framedMeta, getView, type PageHandle } from '#web/shell/framed-page.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import type { Route } from './+types/notifications.page.ts'
import type { findNotifications, markRead } from './notifications.contract.ts'

type NotificationPage = EndpointReply<typeof findNotifications>
type NotificationItem = NotificationPage['notices'][number]

export const handle: PageHandle = { title: 'Notifications' }
export const meta = framedMeta

const loadNotifications = (after: string | null, signal?: AbortSignal) =>
  call<typeof findNotifications>('POST /Academy/api/account/notices/', { body: { after }, ...(signal && { signal }) })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  loadNotifications(null, signal),
)

const actions = {
  showEarlier: (after: string | null) => loadNotifications(after),
  markAllRead: (newest: string) =>
    call<typeof markRead>('POST /Academy/api/account/notices/read/', { body: { id: newest, and_before: true } }),
}

export const clientAction = defineActions(actions)

export function HydrateFallback() {
  return <LoadingBlock className="h-72" />
}

/** A member's notifications, newest first. New ones appear while the page is open. */
export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const part = getView(loaderData)
  return part.notices.length === 0 ? <NoNotifications /> : <List newest={part} />
}

function List({ newest }: { newest: NotificationPage }) {
  const [earlier, setEarlier] = useState<NotificationPage>()
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const action = useAction<typeof actions>({ unreachable: 'Something went wrong. Try again in a moment.' })
  useReloadOnNew(newest)
  const known = new Set(newest.notices.map(({ id }) => id))
  const notices = [...newest.notices, ...(earlier?.notices.filter(({ id }) => !known.has(id)) ?? [])]
  const { is_more: isMore } = earlier ?? newest
  const isNew = ({ id, is_read: isRead }: NotificationItem) => !isRead && !read.has(id)
  const isAnyNew = notices.some(isNew)
  const wasPressed = useRef(false)
  const allRead = useRef<HTMLParagraphElement>(null)
  // Moves the focus to where the clicked button was, because that button no longer exists.
  useEffect(() => {
    if (!isAnyNew && wasPressed.current) allRead.current?.focus()
    wasPressed.current = false
  }, [isAnyNew])

  const showEarlier = async () => {
    const part = await action.submit('showEarlier', notices.at(-1)?.id ?? null)
    if (part) setEarlier({ ...part, notices: [...notices, ...part.notices] })
  }
  const readAll = async () => {
    if (!(await action.submit('markAllRead', notices[0]?.id ?? ''))) return
    wasPressed.current = true
    setRead(new Set(notices.map((notice) => notice.id)))
  }
  const readOne = (id: string) => {
    setRead((now) => new Set([...now, id]))
    // The click leaves the page, so the request must be able to continue after that.
    const body = { id, and_before: false }
    call<typeof markRead>('POST /Academy/api/account/notices/read/', { body, keepalive: true }).catch(console.error)
  }
  return (
    <>
      {isAnyNew ? (
        <Button variant="quiet" busy={action.isRunning('markAllRead')} onClick={() => void readAll()}>
          Mark all as read
        </Button>
      ) : (
        <p ref={allRead} tabIndex={-1} className="flex min-h-11 items-center text-sm text-muted outline-none">
          You’re all caught up.
        </p>
      )}
      <ActionNotice action={action} className="mt-6" />
      {groupByDay(notices).map(([day, ofDay]) => (
        <Fragment key={day}>
          <h2 className="mt-6 mb-3 font-sans text-sm font-semibold tracking-normal text-muted">
            <Time at={day} />
          </h2>
          <ul className="list-none rounded-card border border-line bg-surface">
            {ofDay.map((notice) => (
              <li key={notice.id} className="border-b border-line last:border-b-0">
                <Link
                  to={notice.address}
                  onClick={() => isNew(notice) && readOne(notice.id)}
                  className="flex min-h-14 items-center gap-3 px-4 py-3 hover:bg-wash sm:px-5"
                >
                  <span
                    aria-hidden="true"
                    className={classes('size-2 shrink-0 rounded-full', isNew(notice) && 'ground-sign bg-bar')}
                  />
                  <span className={classes('min-w-0 wrap-anywhere text-pretty', isNew(notice) && 'font-semibold')}>
                    {isNew(notice) && <span className="sr-only">New: </span>}
                    {notice.words}
                    {notice.title !== null && (
                      <span className="block text-sm font-normal text-muted">
                        <bdi>“{notice.title}”</bdi>
                      </span>
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      {isMore && (
        <Button
          variant="quiet"
          className="mt-6"
          busy={action.isRunning('showEarlier')}
          onClick={() => void showEarlier()}
        >
          Show earlier notifications
        </Button>
      )}
    </>
  )
}

/** Reloads if there is a newer notification than those that the page shows. */
function useReloadOnNew({ notices }: NotificationPage): void {
  const newest = useUnreadNotifications()?.newest
  const { revalidate } = useRevalidator()
  const last = useRef(notices[0]?.id)
  useEffect(() => {
    if (newest && newest !== last.current) void revalidate()
    last.current = newest ?? last.current
  }, [newest, revalidate])
}

function groupByDay(notices: readonly NotificationItem[]): [day: string, NotificationItem[]][] {
  const days = [...new Set(notices.map(({ day }) => day))]
  return days.map((day) => [day, notices.filter((notice) => notice.day === day)])
}

function NoNotifications() {
  return (
    <EmptyState icon="info" title="No notifications yet">
      <p className="max-w-text text-sm text-muted">Updates about your orders, certificates, and courses appear here.</p>
    </EmptyState>
  )
}
