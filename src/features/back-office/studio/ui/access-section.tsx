import { useState } from 'react'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { Time } from '#web/shell/time.tsx'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { readMember } from '../people.contract.ts'
import { ItemText, ItemList } from './lists.tsx'
import type { memberActions } from './member-actions.ts'
import { ReasonField } from './reason-field.tsx'

type Person = EndpointReply<typeof readMember>

export function AccessSection({ person }: { person: Person }) {
  const { id, grants, products } = person
  const action = useAction<typeof memberActions>({ reloads: true })
  const [product, setProduct] = useState('')
  const [why, setWhy] = useState('')
  const give = async () => {
    if (!(await action.submit('grantAccess', id, { product, why }))) return
    setProduct('')
    setWhy('')
  }
  return (
    <AccountCard id="access" title="Free access">
      <div className="flex flex-col gap-6">
        <ItemList lines={grants} keyOf={({ id: slug, given }) => slug + given}>
          {({ id: slug, item, why: reason, given, taken_back: takenBack }) => (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div className="min-w-0 flex-1 basis-64">
                <ItemText text={item}>
                  granted <Time at={given} />, “<span className="wrap-anywhere">{reason}</span>”
                  {takenBack !== null && (
                    <>
                      , revoked <Time at={takenBack} />
                    </>
                  )}
                </ItemText>
              </div>
              {takenBack === null && (
                <Button
                  variant="quiet"
                  busy={action.isRunning('revokeAccess', slug)}
                  aria-label={`Revoke access to ${item}`}
                  onClick={() => void action.submit('revokeAccess', slug, id)}
                >
                  Revoke access
                </Button>
              )}
            </div>
          )}
        </ItemList>
        <ActionNotice action={action} />
        {!person.is_erased && products.length > 0 && (
          <Form className="flex max-w-text flex-col gap-4 border-t border-line pt-6" onSubmit={give}>
            <SelectField
              label="Give access to"
              value={product}
              options={[
                { value: '', label: 'Choose…' },
                ...products.map(({ id: slug, item }) => ({ value: slug, label: item })),
              ]}
              onChange={setProduct}
            />
            <ReasonField why={why} error={action.errors['why']} onChange={setWhy} />
            <div>
              <Button type="submit" variant="quiet" busy={action.isRunning('grantAccess')}>
                Give access
              </Button>
            </div>
          </Form>
        )}
      </div>
    </AccountCard>
  )
}
