import { useState } from 'react'
import { ReasonForm } from '#features/community/discussions/ui/reason-form.tsx'
import type { muteAMember } from '../muting.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { Action } from '#web/client/use-action.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { moderationActions } from './moderation-actions.ts'

const DAYS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const

type MuteFormProps = {
  memberId: string
  reloads?: boolean
  onMuted: (reply: EndpointReply<typeof muteAMember>) => void
  onCancel: () => void
}

export function MuteForm({ memberId, reloads = false, onMuted, onCancel }: MuteFormProps) {
  const [days, setDays] = useState<(typeof DAYS)[number]['value']>('7')
  return (
    <ReasonForm
      reloads={reloads}
      place={`mute:${memberId}`}
      name="Mute member"
      label="Reason"
      hint="The member is notified, and sees this reason if they try to post. They can still read discussions."
      send="Mute member"
      onSend={async (action: Action<typeof moderationActions>, reason) => {
        const muted = await action.submit('mute', memberId, { days: Number(days), reason })
        if (muted) onMuted(muted)
        return muted
      }}
      onCancel={onCancel}
    >
      <SelectField label="Duration" value={days} options={DAYS} onChange={setDays} className="max-w-40" />
    </ReasonForm>
  )
}
