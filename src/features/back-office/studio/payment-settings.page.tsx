import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/payment-settings.page.ts'
import type { KeyFinding, readPaymentSettings } from './payment-settings.contract.ts'
import { LeaveNotice } from './ui/leave-notice.tsx'
import { paymentSettingsActions } from './ui/service-settings-actions.ts'
import { SavedLine, ServiceStateNotice } from './ui/service-state.tsx'
import { SettingsSection } from './ui/settings-section.tsx'
import { NextSetupStep } from './ui/setup.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type Read = EndpointReply<typeof readPaymentSettings>

export const handle: StudioHandle = { title: 'Payments' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readPaymentSettings>('GET /Academy/api/studio/settings/payments/', { signal }),
)

export const clientAction = defineActions(paymentSettingsActions)

export default function PaymentSettingsPage({ loaderData }: Route.ComponentProps) {
  return <PaymentSettings read={getView(loaderData)} />
}

function PaymentSettings({ read }: { read: Read }) {
  const [publishable, setPublishable] = useState(read.publishable_key)
  const [secret, setSecret] = useState('')
  const [webhook, setWebhook] = useState('')
  const action = useAction<typeof paymentSettingsActions>({ reloads: true })
  const { errors } = action
  const { locked, state } = read
  const hasKeys = state === 'used' || state === 'locked'
  const findings = action.result('checkKeys')?.findings
  const isChanged = publishable !== read.publishable_key || secret !== '' || webhook !== ''
  const save = async () => {
    const key = publishable.trim()
    setPublishable(key)
    const body = {
      publishable_key: key,
      secret_key: secret,
      webhook_secret: webhook,
      revision: read.revision,
    }
    if (!(await action.submit('saveKeys', body))) return
    setSecret('')
    setWebhook('')
  }
  return (
    <div className="flex max-w-text flex-col gap-10">
      <Form className="flex flex-col gap-10" onSubmit={save}>
        <ServiceStateNotice
          state={state}
          missing="No Stripe keys are set up, so nothing can be sold yet. Visitors see that purchases open soon. Free items work."
          simulated="No Stripe keys are set up. Payments are simulated, and no real card is charged."
          locked="Your server administrator has set the Stripe keys."
          isConfirming={action.isRunning('confirm')}
          onConfirm={() => void action.submit('confirm', read.revision)}
        />
        {hasKeys && (
          <div className="flex flex-col gap-4">
            <KeyMode read={read} />
            <FormerAccount
              state={read.former_account}
              isConfirming={action.isRunning('confirm')}
              onConfirm={() => void action.submit('confirm', read.revision)}
            />
          </div>
        )}
        <SettingsSection id="keys" title="Stripe keys">
          <p className="text-sm text-muted">
            In the Stripe Dashboard, open Developers, then API keys. Begin with test keys. When everything works, enter
            your live keys.
          </p>
          <TextField
            label="Publishable key"
            hint="Begins with pk_."
            value={publishable}
            error={errors['publishable_key']}
            disabled={locked.keys}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setPublishable(currentTarget.value)}
          />
          {locked.keys ? (
            <p className="text-sm text-muted">
              Secret key ending in {read.secret_key}. Set by your server administrator.
            </p>
          ) : (
            <PasswordField
              label="Secret key"
              hint={
                read.secret_key === null
                  ? 'Begins with sk_ or rk_. No one can see it again after you save it.'
                  : `A key ending in ${read.secret_key} is saved. Leave this blank to keep it.`
              }
              value={secret}
              error={errors['secret_key']}
              autoComplete="new-password"
              onChange={({ currentTarget }) => setSecret(currentTarget.value)}
            />
          )}
        </SettingsSection>
        <SettingsSection id="webhook" title="Webhook">
          <p className="text-sm text-muted">
            Stripe reports payments, refunds, and disputes to this address:{' '}
            <span className="block wrap-anywhere font-medium">{read.webhook_url}</span> When you save your keys, we add
            this webhook at Stripe, if the key allows it.
          </p>
          {locked.webhook ? (
            <p className="text-sm text-muted">
              Signing secret {describeSecrets(read.webhook_secrets)}. Set by your server administrator.
            </p>
          ) : (
            <PasswordField
              label="Signing secret"
              hint={
                read.webhook_secrets.length === 0
                  ? 'Optional. Begins with whsec_. Enter it only if you added the webhook yourself.'
                  : `A secret ${describeSecrets(read.webhook_secrets)} is saved. Leave this blank to keep it.`
              }
              value={webhook}
              error={errors['webhook_secret']}
              autoComplete="new-password"
              onChange={({ currentTarget }) => setWebhook(currentTarget.value)}
            />
          )}
        </SettingsSection>
        <div className="flex flex-col gap-4">
          <LeaveNotice isChanged={isChanged} />
          <ActionNotice action={action} />
          <div className="flex flex-wrap items-center gap-4">
            {!locked.keys && (
              <Button type="submit" busy={action.isRunning('saveKeys')} disabled={!isChanged}>
                Save
              </Button>
            )}
            {hasKeys && (
              <Button
                variant="quiet"
                busy={action.isRunning('checkKeys')}
                disabled={isChanged}
                onClick={() => void action.submit('checkKeys')}
              >
                Check keys
              </Button>
            )}
          </div>
          {findings && <Findings findings={findings} />}
          {!isChanged && action.status?.kind === 'success' && <NextSetupStep />}
          <SavedLine saved={read.saved} />
        </div>
      </Form>
      <SalesTax isAdded={read.is_tax_added} hasKeys={hasKeys} />
    </div>
  )
}

/** A separate form, because a change takes effect at once. */
function SalesTax({ isAdded, hasKeys }: { isAdded: boolean; hasKeys: boolean }) {
  const action = useAction<typeof paymentSettingsActions>({ reloads: true })
  if (!isAdded && !hasKeys)
    return (
      <SettingsSection id="tax" title="Sales tax">
        <p className="text-sm text-muted">Enter your Stripe keys first. Then you can turn on sales tax here.</p>
      </SettingsSection>
    )
  return (
    <SettingsSection id="tax" title="Sales tax">
      <p className="text-sm text-muted">
        {isAdded
          ? 'Stripe Tax adds tax to the prices of your products. Buyers see it before they pay.'
          : 'No tax is added to your prices. To add it, first complete the tax settings in the Stripe Dashboard, under Tax.'}
      </p>
      <ActionNotice action={action} />
      <div>
        <Button variant="quiet" busy={action.isBusy} onClick={() => void action.submit('setTax', !isAdded)}>
          {isAdded ? 'Turn off sales tax' : 'Turn on sales tax'}
        </Button>
      </div>
    </SettingsSection>
  )
}

function describeSecrets(ends: readonly string[]): string {
  return ends.length === 0 ? 'not set' : `ending in ${ends.join(' and ')}`
}

function KeyMode({ read: { is_live: isLive, account } }: { read: Read }) {
  const name = account === null ? '' : ` Account: ${account}.`
  return (
    <Notice kind={isLive ? 'success' : 'info'}>
      {isLive
        ? `Live keys are set up. Real cards are charged.${name}`
        : `Test keys are set up. No real card is charged.${name}`}
    </Notice>
  )
}

type FormerAccountProps = { state: Read['former_account']; isConfirming: boolean; onConfirm: () => void }

function FormerAccount({ state, isConfirming, onConfirm }: FormerAccountProps) {
  if (state === null) return null
  if (state === 'used')
    return (
      <Notice>
        Payments made with your former keys can still be refunded here. We keep replaced keys for 30 days. After that,
        refund those payments in the former account’s Stripe Dashboard.
      </Notice>
    )
  return (
    <Notice
      kind="error"
      action={
        <Button variant="quiet" busy={isConfirming} onClick={onConfirm}>
          Use the former keys
        </Button>
      }
    >
      Keys of your former Stripe account come from a backup or another web address, so you can’t refund its payments
      here. If this is your live site, press Use the former keys.
    </Notice>
  )
}

function Findings({ findings }: { findings: readonly KeyFinding[] }) {
  return (
    <ul
      aria-label="Results"
      className="flex flex-col gap-2 rounded-card border border-line bg-surface p-5 text-sm sm:p-6"
    >
      {findings.map(({ what, result, text }) => (
        <li key={what} className="flex items-start gap-3">
          <Icon
            name={result === 'ok' ? 'check-circle' : result === 'wrong' ? 'alert' : 'info'}
            className={result === 'ok' ? 'mt-0.5 text-study' : result === 'wrong' ? 'mt-0.5 text-danger' : 'mt-0.5'}
          />
          <span>
            <span className="font-medium">{what}</span>
            <span className="sr-only">
              {result === 'ok' ? ': OK' : result === 'wrong' ? ': wrong' : ': unknown'}
            </span>:{' '}
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}
