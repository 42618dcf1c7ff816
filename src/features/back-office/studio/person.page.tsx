import { useRevalidator } from 'react-router'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { readMute } from './muting.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/person.page.ts'
import type { resendCertificate, readMember } from './people.contract.ts'
import { AccessSection } from './ui/access-section.tsx'
import { AccountSection } from './ui/account-section.tsx'
import { ItemText, ItemList, EmptyList } from './ui/lists.tsx'
import { MemberData } from './ui/member-data.tsx'
import { MemberSessions } from './ui/member-sessions.tsx'
import { MuteSection } from './ui/mute-section.tsx'
import { OrderList } from './ui/order-list.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'
import { useAction } from './ui/use-action.tsx'

type Person = EndpointReply<typeof readMember>
type Mute = EndpointReply<typeof readMute>['mute']

export const handle: StudioHandle = {
  title: 'Member',
  heading: ({ person }: { person: Person }) => (person.is_erased ? 'Erased member' : person.name || person.username),
}
export const meta = studioMeta

export const clientLoader = studioLoader(async ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) => {
  const asked = { params: { id }, signal }
  const person = await call<typeof readMember>('GET /Academy/api/studio/members/:id/', asked)
  if (!person.may.mute) return { person, mute: null }
  return { person, ...(await call<typeof readMute>('GET /Academy/api/studio/members/:id/mute/', asked)) }
})

export default function PersonPage({ loaderData }: Route.ComponentProps) {
  const { person, mute } = getView(loaderData)
  return <PersonSections key={person.id} person={person} mute={mute} />
}

function PersonSections({ person, mute }: { person: Person; mute: Mute }) {
  const { revalidate } = useRevalidator()
  const { orders, courses, examinations, mails } = person
  return (
    <>
      <BackLink to="/Studio/People/">People</BackLink>
      <div className="mt-4 flex flex-col gap-12">
        <AccountSection person={person} />
        <section aria-labelledby="orders">
          <h2 id="orders" className="mb-4 text-xl">
            Orders{person.more_orders && ' (the newest)'}
          </h2>
          {orders.length === 0 ? <EmptyList /> : <OrderList orders={orders} onChanged={() => void revalidate()} />}
        </section>
        <AccessSection person={person} />
        <AccountCard id="progress" title="Courses">
          <ItemList lines={courses} keyOf={({ item }) => item}>
            {({ item, completed, lectures, percent }) => (
              <ItemText text={item}>
                {completed} of {lectures} lectures, {percent}%
              </ItemText>
            )}
          </ItemList>
        </AccountCard>
        <AccountCard id="examinations" title="Examinations and certificates">
          <ItemList lines={examinations} keyOf={({ item }) => item}>
            {(result) => <ResultLine result={result} isErased={person.is_erased} />}
          </ItemList>
        </AccountCard>
        <AccountCard id="mails" title="Last mails">
          <ItemList lines={mails} keyOf={({ subject, when }) => subject + when}>
            {({ subject, address, when, result }) => (
              <ItemText text={subject}>
                {when} to <span className="wrap-anywhere">{address}</span>: {result}
              </ItemText>
            )}
          </ItemList>
        </AccountCard>
        {person.may.mute && <MuteSection memberId={person.id} mute={mute} />}
        <MemberSessions person={person} />
        <MemberData person={person} />
      </div>
    </>
  )
}

function ResultLine({ result, isErased }: { result: Person['examinations'][number]; isErased: boolean }) {
  const { item, tries, is_passed: isPassed, best, certificate, is_revoked: isRevoked } = result
  const action = useAction()
  const mail = (id: string) =>
    action.run(async () => {
      const { message } = await call<typeof resendCertificate>('POST /Academy/api/studio/certificates/:id/mail/', {
        params: { id },
        body: {},
      })
      return message
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <ItemText text={item}>
          {isPassed ? 'passed' : 'not passed'}
          {best !== null && `, best ${best}`}, {tries === 1 ? '1 try' : `${tries} tries`}
          {certificate === null ? ', no certificate' : isRevoked ? ', certificate revoked' : ', has a certificate'}
        </ItemText>
      </div>
      {certificate !== null && !isRevoked && !isErased && (
        <Button
          variant="quiet"
          busy={action.isBusy}
          aria-label={`Mail it again: the certificate for ${item}`}
          onClick={() => void mail(certificate)}
        >
          Mail it again
        </Button>
      )}
      {action.outcome && <div className="w-full">{action.outcome}</div>}
    </div>
  )
}
