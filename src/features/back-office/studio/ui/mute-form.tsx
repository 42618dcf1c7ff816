import { useState } from 'react'
import { ReasonForm } from '#features/community/discussions/ui/reason-form.tsx'
import type { muteAMember } from '../muting.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { Action } from '#web/client/use-action.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { moderationActions } from './moderation-actions.ts'

const DAYS = [
  { value: '1', label: 'A day' },
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
      name="Mute the member"
      label="Why"
      hint="The bell tells the member until when. Who tries to write before reads these words. Reading stays possible."
      send="Mute the member"
      onSend={async (action: Action<typeof moderationActions>, reason) => {
        const muted = await action.submit('mute', memberId, { days: Number(days), reason })
        if (muted) onMuted(muted)
        return muted
      }}
      onCancel={onCancel}
    >
      <SelectField label="For how long" value={days} options={DAYS} onChange={setDays} className="max-w-40" />
    </ReasonForm>
  )
}
