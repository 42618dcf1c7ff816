import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import type { Kind } from '#shared/kinds.ts'
import type { DraftRow } from './drafts.queries.ts'
import { MAX_PLAN_BYTES, PLAN_FORMAT_VERSION } from './draft-plans.rules.ts'
import { fillPlanDefaults, PRODUCT_FORMATS } from './product-formats.service.ts'

export function parsePlan({ kind, plan }: Pick<DraftRow, 'kind' | 'plan'>): PlanFields {
  return fillPlanDefaults(kind, plan)
}

export const NEWER_FORMAT_ERROR =
  'This draft was saved by a newer version of the academy. You can view it here but not change it.'

export function assertSupportedFormat({ form }: Pick<DraftRow, 'form'>): void {
  if (form > PLAN_FORMAT_VERSION) throw new AppError('invalid', NEWER_FORMAT_ERROR)
}

export function parseStoredPlan(kind: Kind, plan: PlanFields): PlanFields {
  const { data, error } = PRODUCT_FORMATS[kind].schema.safeParse(plan)
  if (!data)
    throw fieldErrors(
      Object.fromEntries(error.issues.map(({ path, message }) => [path.map(String).join('/'), [message]])),
    )
  const json = JSON.stringify(data)
  if (json.length > MAX_PLAN_BYTES)
    throw new AppError(
      'invalid',
      'This product has too much text. The maximum is about 4 MB. Please split it into two products.',
    )
  return data
}
