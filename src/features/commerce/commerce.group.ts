import type { FeatureGroup } from '#platform/feature-group.ts'
import { enrollmentJobs } from './access/enrollment.jobs.ts'
import { checkoutJobs } from './checkout/checkout.jobs.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import { orderJobs } from './orders/orders.jobs.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import { purchaseJobs } from './payments/payments.jobs.ts'
import { purchaseRoutes } from './payments/payments.routes.ts'

export const commerce: FeatureGroup = {
  routes: [
    { chapter: 'Checkout', add: checkoutRoutes },
    { chapter: 'Orders', add: orderRoutes },
    { add: purchaseRoutes },
  ],
  jobs: [checkoutJobs, enrollmentJobs, orderJobs, purchaseJobs],
}
