import { useState } from 'react'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import type { grantAccess, readMember, revokeAccess } from '../people.contract.ts'
import { ItemText, ItemList } from './lists.tsx'
import { useAction, useReload } from './use-action.tsx'

type Person = EndpointReply<typeof readMember>

export function AccessSection({ person }: { person: Person }) {
  const { id, grants, products } = person
  const action = useAction()
  const again = useReload(action)
  const [product, setProduct] = useState('')
  const [why, setWhy] = useState('')
  const take = (slug: string) =>
    again(() =>
      call<typeof revokeAccess>('POST /Academy/api/studio/members/:id/revoke-grant/', {
        params: { id },
        body: { product: slug },
      }),
    )
  const give = () =>
    again(async () => {
      const done = await call<typeof grantAccess>('POST /Academy/api/studio/members/:id/grant/', {
        params: { id },
        body: { product, why },
      })
      setProduct('')
      setWhy('')
      return done
    })
  return (
    <AccountCard id="access" title="Access without a payment">
      <div className="flex flex-col gap-6">
        <ItemList lines={grants} keyOf={({ id: slug, given }) => slug + given}>
          {({ id: slug, item, why: reason, given, taken_back: takenBack }) => (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div className="min-w-0 flex-1 basis-64">
                <ItemText text={item}>
                  given {given}, “<span className="wrap-anywhere">{reason}</span>”
                  {takenBack !== null && `, taken back ${takenBack}`}
                </ItemText>
              </div>
              {takenBack === null && (
                <Button
                  variant="quiet"
                  busy={action.isBusy}
                  aria-label={`Take back ${item}`}
                  onClick={() => void take(slug)}
                >
                  Take back
                </Button>
              )}
            </div>
          )}
        </ItemList>
        {action.outcome}
        {!person.is_erased && products.length > 0 && (
          <form
            noValidate
            className="flex max-w-text flex-col gap-4 border-t border-line pt-6"
            onSubmit={(event) => {
              event.preventDefault()
              void give()
            }}
          >
            <SelectField
              label="Give access to"
              value={product}
              options={[
                { value: '', label: 'Choose …' },
                ...products.map(({ id: slug, item }) => ({ value: slug, label: item })),
              ]}
              onChange={setProduct}
            />
            <TextField
              label="Why"
              hint="Kept in the log with your name."
              maxLength={500}
              autoComplete="off"
              value={why}
              error={action.wrong['why']}
              onChange={({ currentTarget }) => setWhy(currentTarget.value)}
            />
            <div>
              <Button type="submit" variant="quiet" busy={action.isBusy}>
                Give access
              </Button>
            </div>
          </form>
        )}
      </div>
    </AccountCard>
  )
}
