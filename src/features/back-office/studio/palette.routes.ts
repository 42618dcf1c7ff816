import type { FastifyInstance } from 'fastify'
import { getFullName } from '#features/back-office/member-search/member-search.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { toOrderView } from './order-views.service.ts'
import { findInStudio } from './palette.contract.ts'
import { findForPalette } from './palette.service.ts'

export function paletteRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, findInStudio, async ({ body: { words }, member: caller }) => {
    const { members, groups, orders, products } = await findForPalette(deps, { words, by: toStaff(caller) })
    return {
      members: members.map((member) => ({
        id: member.id,
        name: getFullName(member) || member.username,
        email: member.email,
      })),
      groups: groups.map(({ id, name, members: many }) => ({ id, name, members: many })),
      orders: orders.map(toOrderView).map(({ order_number, item, buyer }) => ({
        order_number,
        item,
        buyer: buyer?.name ?? '',
      })),
      products: products.map(({ id, kind, name }) => ({ id, kind, name })),
    }
  })
}
