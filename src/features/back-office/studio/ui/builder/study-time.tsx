import { useState } from 'react'
import type { readWorksheet } from '../../worksheet.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { builderActions } from './builder-actions.ts'
import { useDraft, usePlanField } from './draft-context.tsx'

/** The calculated study time, which can be used as the contact hours, with the reasoning. */
export function StudyTime() {
  const { view } = useDraft()
  const hours = usePlanField<string>(['approval', 'hours'])
  const reasoning = usePlanField<string>(['approval', 'reasoning'])
  const action = useAction<typeof builderActions>({ unreachable: UNREACHABLE })
  const [sheet, setSheet] = useState<EndpointReply<typeof readWorksheet>>()
  const workOut = async () => setSheet(await action.submit('workOutStudyTime', view.worked.id))
  const take = ({ hours: worked, reasoning: reason }: NonNullable<typeof sheet>) => {
    hours.set(worked)
    reasoning.set(reason)
    action.say('Contact hours and calculation added.')
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="quiet" busy={action.isBusy} onClick={() => void workOut()}>
        Calculate study time
      </Button>
      {sheet && (
        <>
          <table className="w-full text-sm">
            <caption className="mb-2 text-left text-muted">For the published course</caption>
            <tbody>
              {sheet.lines.map(({ says, minutes }) => (
                <tr key={says} className="border-t border-line">
                  <th scope="row" className="py-2 pr-3 text-left font-normal">
                    {says}
                  </th>
                  <td className="money py-2 text-right whitespace-nowrap">{minutes} min</td>
                </tr>
              ))}
              <tr className="border-t border-line font-semibold">
                <th scope="row" className="py-2 pr-3 text-left">
                  {sheet.hours} hours
                </th>
                <td className="money py-2 text-right whitespace-nowrap">{sheet.total} min</td>
              </tr>
            </tbody>
          </table>
          <Button variant="quiet" onClick={() => take(sheet)}>
            Use {sheet.hours} hours
          </Button>
        </>
      )}
      <ActionNotice action={action} />
    </div>
  )
}
