import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'

type AddRoutes = (app: FastifyInstance, deps: Deps) => void | Promise<void>

/** What a group of features adds to the server. Routes without a chapter are omitted from the API docs. */
export type FeatureGroup = {
  readonly routes: readonly { readonly chapter?: string; readonly add: AddRoutes }[]
  readonly jobs: readonly ((deps: Deps) => void)[]
}
