import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import { Time } from '#web/shell/time.tsx'
import type { readMute } from './muting.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/person.page.ts'
import type { readMember } from './people.contract.ts'
import { AccessSection } from './ui/access-section.tsx'
import { AccountSection } from './ui/account-section.tsx'
import { certificateActions } from './ui/certificate-actions.ts'
import { ExamResults } from './ui/exam-results.tsx'
import { ItemText, ItemList, EmptyList } from './ui/lists.tsx'
import { MemberData } from './ui/member-data.tsx'
import { MemberSessions } from './ui/member-sessions.tsx'
import { memberActions } from './ui/member-actions.ts'
import { moderationActions } from './ui/moderation-actions.ts'
import { MuteSection } from './ui/mute-section.tsx'
import { orderActions } from './ui/order-actions.ts'
import { CourseProgress } from './ui/progress-list-item.tsx'
import { writeMessageActions } from './ui/message-actions.ts'
import { OrderList } from './ui/order-list.tsx'
import { WriteMessage } from './ui/write-message.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type Person = EndpointReply<typeof readMember>
type Mute = EndpointReply<typeof readMute>['mute']

export const handle: StudioHandle = {
  title: 'Member',
  heading: ({ person }: { person: Person }) => (person.is_erased ? 'Deleted member' : person.name || person.username),
}
export const meta = studioMeta

export const clientLoader = studioLoader(async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) => {
  const asked = { params: { id }, signal }
  const person = await call<typeof readMember>('GET /Academy/api/studio/members/:id/', asked)
  if (!person.may.mute) return { person, mute: null }
  return { person, ...(await call<typeof readMute>('GET /Academy/api/studio/members/:id/mute/', asked)) }
})

export const clientAction = defineActions(
  memberActions,
  certificateActions,
  moderationActions,
  orderActions,
  writeMessageActions,
)

export default function PersonPage({ loaderData }: Route.ComponentProps) {
  const { person, mute } = getView(loaderData)
  return <PersonSections key={person.id} person={person} mute={mute} />
}

function PersonSections({ person, mute }: { person: Person; mute: Mute }) {
  const { orders, courses, mails } = person
  return (
    <>
      <BackLink to="/Studio/People/">Members</BackLink>
      <div className="mt-4 flex flex-col gap-12">
        <AccountSection person={person} />
        <section aria-labelledby="orders">
          <h2 id="orders" className="mb-4 text-xl">
            Orders{person.more_orders && ' (most recent)'}
          </h2>
          {orders.length === 0 ? <EmptyList /> : <OrderList orders={orders} reloads />}
        </section>
        <AccessSection person={person} />
        <AccountCard id="progress" title="Courses">
          <ItemList lines={courses} keyOf={({ id }) => id}>
            {(row) => <CourseProgress row={row} />}
          </ItemList>
        </AccountCard>
        <ExamResults person={person} />
        <AccountCard id="mails" title="Recent emails">
          <ItemList lines={mails} keyOf={({ subject, when }) => subject + when}>
            {({ subject, address, when, result }) => (
              <ItemText text={subject}>
                <Time at={when} /> to <span className="wrap-anywhere">{address}</span>: {result}
              </ItemText>
            )}
          </ItemList>
          {!person.is_erased && (
            <div className="mt-4">
              <WriteMessage to="member" id={person.id} />
            </div>
          )}
        </AccountCard>
        {person.may.mute && <MuteSection memberId={person.id} mute={mute} />}
        <MemberSessions person={person} />
        <MemberData person={person} />
      </div>
    </>
  )
}
