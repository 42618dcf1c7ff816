import type { z } from 'zod'
import type { Approval } from '#shared/contact-hours.ts'
import { type ApprovalFile, type ApprovalPlan, BLANK_APPROVAL } from './approvals.contract.ts'

type ApprovalFileValues = z.output<typeof ApprovalFile>
type ApprovalPlanValues = z.output<typeof ApprovalPlan>

/** As stored; undefined when there is none. */
export function toApproval(written: ApprovalFileValues | undefined): Approval | undefined {
  if (!written) return undefined
  const { provider_number: provider, valid_from: validFrom, valid_until: validUntil, ...rest } = written
  const { approver, statement, hours, reasoning, license: needsLicense } = rest
  return { approver, statement, provider, hours, validFrom, validUntil, needsLicense, reasoning }
}

/** As form fields; nothing is omitted. */
export function toApprovalPlan(approval: Approval | null): ApprovalPlanValues {
  if (!approval) return BLANK_APPROVAL
  const { provider: provider_number, validFrom: valid_from, validUntil: valid_until, ...rest } = approval
  const { approver, statement, hours, reasoning, needsLicense: license } = rest
  return { approver, statement, provider_number, hours, valid_from, valid_until, license, reasoning }
}

/** As written in a file, without empty fields; undefined when there is none. */
export function toApprovalFile(plan: ApprovalPlanValues): Record<string, string> | undefined {
  const said = Object.keys(BLANK_APPROVAL).flatMap((key): [string, string][] => {
    const value = plan[key]
    if (value === true) return [[key, 'true']]
    return typeof value === 'string' && value.trim() !== '' ? [[key, value]] : []
  })
  return said.length > 0 ? Object.fromEntries(said) : undefined
}
