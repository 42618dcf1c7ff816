import type { FastifyInstance } from 'fastify'
import {
  cancelDeletion,
  readDeletion,
  readMyData,
  requestDeletion,
} from '#features/people/own-account/own-data.contract.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { exportDataForMember } from './data-export.service.ts'
import { requestAccountDeletion, getDeletionDay, cancelAccountDeletion } from './deletion.service.ts'

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readMyData, ({ member }) => exportDataForMember(deps, member.id))
  registerEndpoint(app, readDeletion, async ({ member }) => ({ due_on: await getDeletionDay(deps, member.id) }))
  registerEndpoint(app, requestDeletion, async ({ member }) => ({ due_on: await requestAccountDeletion(deps, member) }))
  registerEndpoint(app, cancelDeletion, async ({ member }) => {
    await cancelAccountDeletion(deps, member.id)
    return { due_on: null }
  })
}
