import type { PlanOf, ValuesOf } from '#features/foundation/product-folders/product-fields.contract.ts'
import type { Approval } from '#shared/contact-hours.ts'
import { approvalField } from './approvals.contract.ts'

type ApprovalFields = typeof approvalField.fields

/** Converts form fields to a stored approval; undefined if there is none. */
export function toApproval(written: ValuesOf<ApprovalFields> | undefined): Approval | undefined {
  if (!written) return undefined
  const { provider_number: provider, valid_from: validFrom, valid_until: validUntil, ...rest } = written
  const { approver, statement, hours, reasoning, license: needsLicense } = rest
  return { approver, statement, provider, hours, validFrom, validUntil, needsLicense, reasoning }
}

/** Converts an approval to form fields, with none missing. */
export function toApprovalPlan(approval: Approval | null): PlanOf<ApprovalFields> {
  if (!approval) return approvalField.blank
  const { provider: provider_number, validFrom: valid_from, validUntil: valid_until, ...rest } = approval
  const { approver, statement, hours, reasoning, needsLicense: license } = rest
  return { approver, statement, provider_number, hours, valid_from, valid_until, license, reasoning }
}
