import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { listMyAcademy, takeCourse, updateProgress, watchLecture } from './learning.contract.ts'
import { courseToTake, lectureToWatch, myAcademy, saveProgress } from './learning.service.ts'

export function learningRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listMyAcademy, ({ member }) => myAcademy(deps, member.id))
  serve(app, takeCourse, ({ params, member }) => courseToTake(deps, member, params.id))
  serve(app, watchLecture, ({ params, member }) => lectureToWatch(deps, member, placeOf(params)))
  serve(app, updateProgress, ({ params, member }) => saveProgress(deps, member.id, placeOf(params)))
}

function placeOf({ id1, id2 }: { id1: string; id2: string }) {
  return { slugOrPurchaseId: id1, lectureSlug: id2 }
}
