import { useState } from 'react'
import type { readWorksheet } from '../../worksheet.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useAction } from '../use-action.tsx'
import { useDraft, usePlanField } from './draft-context.tsx'

/** Measured study time, which can be applied as hours with the reason. */
export function StudyTime() {
  const { view } = useDraft()
  const hours = usePlanField<string>(['approval', 'hours'])
  const reasoning = usePlanField<string>(['approval', 'reasoning'])
  const [sheet, setSheet] = useState<EndpointReply<typeof readWorksheet>>()
  const { isBusy, outcome, run } = useAction()
  const work = () =>
    run(async () => {
      const params = { id: view.worked.id }
      setSheet(await call<typeof readWorksheet>('GET /Academy/api/studio/products/:id/study-time/', { params }))
      return undefined
    })
  const take = ({ hours: worked, reasoning: reason }: NonNullable<typeof sheet>) =>
    run(async () => {
      hours.set(worked)
      reasoning.set(reason)
      return 'Hours and reasoning are taken over.'
    })
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="quiet" busy={isBusy} onClick={() => void work()}>
        Work out the study time
      </Button>
      {sheet && (
        <>
          <table className="w-full text-sm">
            <caption className="mb-2 text-left text-muted">Of the course as it is published</caption>
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
          <Button variant="quiet" onClick={() => void take(sheet)}>
            Take over {sheet.hours} hours and how they came about
          </Button>
        </>
      )}
      {outcome}
    </div>
  )
}
