import { z } from 'zod'
import { job } from '#shared/job.ts'

/**
 * Enqueued when members get a product without paying. Their pending payments for it must end, because they could still
 * be paid.
 */
export const endOwnedPayments = job({ name: 'end-owned-payments', data: z.strictObject({ productId: z.uuid() }) })
