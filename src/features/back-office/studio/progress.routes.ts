import type { FastifyInstance } from 'fastify'
import { exportList } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { listGroups } from '#features/learning/groups/groups.public.ts'
import {
  listCourses,
  listProgress,
  type ProgressRow,
  type ProgressScope,
  type ProgressSearch,
} from '#features/learning/progress/progress.public.ts'
import { PROGRESS_STATE_NAMES } from '#features/learning/progress/progress-states.contract.ts'
import type { Deps } from '#platform/deps.ts'
import { type Call, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { formatMinute } from '#shared/dates.ts'
import { pageAddress } from '#shared/pages.ts'
import { toStaff } from '#shared/policy.ts'
import { exportProgress, findProgress, listProgressChoices } from './progress.contract.ts'
import { toProgressView } from './progress-views.service.ts'

const PAGE_SIZE = 20
/** More can’t be chosen from. */
const MAX_GROUPS = 500

export function progressRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps
  registerEndpoint(app, listProgressChoices, async () => {
    const [courses, groups] = await Promise.all([listCourses(db), listGroups(db, { limit: MAX_GROUPS })])
    return {
      groups: groups.map(({ id, name }) => ({ id, name })),
      courses: courses.map(({ id, name, accessedAt }) => ({
        id,
        name,
        last_access: accessedAt && accessedAt.toISOString(),
      })),
    }
  })
  registerEndpoint(app, findProgress, async ({ body: { after, ...body } }) => {
    const found = await listProgress(db, {
      ...toProgressSearch(body),
      after: after ?? undefined,
      limit: PAGE_SIZE + 1,
    })
    return { learners: found.slice(0, PAGE_SIZE).map(toProgressView), is_more: found.length > PAGE_SIZE }
  })
  registerEndpoint(app, exportProgress, async ({ body, member }) => {
    const { timeZone } = await readSite(db)
    const content = await exportList(deps, {
      list: 'progress',
      body,
      by: toStaff(member),
      columns: [
        'Name',
        'Email',
        'Course',
        'Access since',
        'Has access',
        'Progress',
        'Completed lectures',
        'Lectures',
        'Percent',
        'Last seen',
        'Best score',
        'Certificate',
        'Certificate link',
      ],
      toRow: (row: ProgressRow) => {
        const { member: learner, course, percent, best, certificate, has_access: hasAccess } = toProgressView(row)
        return [
          learner.name,
          learner.email,
          course?.name ?? null,
          formatMinute(row.accessedAt, timeZone),
          hasAccess ? 'yes' : 'no',
          PROGRESS_STATE_NAMES[row.state],
          row.completed,
          row.lectures,
          percent,
          row.lastSeenAt && formatMinute(row.lastSeenAt, timeZone),
          best,
          certificate && `${certificate.id}${certificate.is_revoked ? ' (revoked)' : ''}`,
          certificate && config.publicUrl + pageAddress('/Certificate/:id', { id: certificate.id }),
        ]
      },
      load: async (after, limit) => {
        const items = await listProgress(db, { ...toProgressSearch(body), after, limit })
        return { items, last: items.length === limit ? items.at(-1)?.id : undefined }
      },
    })
    return { name: 'progress.csv', content }
  })
}

/** The contract requires the course or the group that the list is of. */
function toScope({ of, course, group }: Call<typeof exportProgress>['body']): ProgressScope {
  return of === 'course'
    ? { of, courseId: course ?? '', groupId: group ?? undefined }
    : { of, groupId: group ?? '', courseId: course ?? undefined }
}

function toProgressSearch(body: Call<typeof exportProgress>['body']): Omit<ProgressSearch, 'after' | 'limit'> {
  return {
    scope: toScope(body),
    state: body.state ?? undefined,
    words: body.words.split(/\s+/).filter(Boolean),
    sort: body.sort,
  }
}
