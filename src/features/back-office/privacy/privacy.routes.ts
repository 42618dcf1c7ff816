import type { FastifyInstance } from 'fastify'
import {
  cancelDeletion,
  readDeletion,
  readMyData,
  requestDeletion,
} from '#features/people/accounts/own-data.contract.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { copyForMember } from './data-export.service.ts'
import { askForDeletion, deletionOf, keepAccount } from './deletion.service.ts'

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readMyData, ({ member }) => copyForMember(deps, member.id))
  serve(app, readDeletion, async ({ member }) => ({ due_on: await deletionOf(deps, member.id) }))
  serve(app, requestDeletion, async ({ member }) => ({ due_on: await askForDeletion(deps, member) }))
  serve(app, cancelDeletion, async ({ member }) => {
    await keepAccount(deps, member.id)
    return { due_on: null }
  })
}
