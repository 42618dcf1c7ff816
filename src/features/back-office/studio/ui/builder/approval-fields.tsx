import { useState } from 'react'
import type { readWorksheet } from '../../worksheet.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useAction } from '../use-action.tsx'
import { useDraft, usePlanField } from './draft-context.tsx'
import { PlanCheckbox, PlanDateField, PlanTextField, PlanTextArea } from './plan-fields.tsx'

/**
 * Approval of a course for contact hours. May stay empty; while any part is missing, the course awards none and says
 * so.
 */
export function ApprovalFields() {
  return (
    <fieldset className="flex flex-col gap-6 rounded-card border border-line p-4">
      <legend className="px-2 font-semibold">Contact hours</legend>
      <p className="text-sm text-muted">
        Only for a course that a board, or an approver that boards accept, has approved. While any of the first six is
        empty, or today lies outside of the days, its page and its certificates say that no contact hours are awarded.
      </p>
      <PlanTextField
        at={['approval', 'approver']}
        label="Approver"
        hint="Such as: California Board of Registered Nursing."
      />
      <PlanTextArea
        at={['approval', 'statement']}
        label="Approval statement"
        rows={3}
        hint="Letter for letter, as the approver wants it printed."
      />
      <PlanTextField at={['approval', 'provider_number']} label="Provider number" />
      <PlanTextField
        at={['approval', 'hours']}
        label="Hours"
        hint="As they were approved, such as 1.2."
        inputMode="decimal"
      />
      <PlanDateField at={['approval', 'valid_from']} label="Valid from" />
      <PlanDateField at={['approval', 'valid_until']} label="Valid until" />
      <PlanCheckbox
        at={['approval', 'license']}
        label="The license number is needed"
        hint="Whoever wants the certificate is asked for it first."
      />
      <Worksheet />
      <PlanTextArea
        at={['approval', 'reasoning']}
        label="How the hours were worked out"
        rows={5}
        hint="Kept for the approver; nobody else sees it."
      />
    </fieldset>
  )
}

/** Measured study time, which can be applied as hours with the reason. */
function Worksheet() {
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
