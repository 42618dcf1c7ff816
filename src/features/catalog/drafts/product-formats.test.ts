import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import type { Kind } from '#shared/kinds.ts'
import type { FileRow } from './drafts.queries.ts'
import { toPlanFiles } from './drafts.service.ts'
import { getFileIds, PLAN_FORMAT_VERSION } from './draft-plans.rules.ts'
import { fillPlanDefaults, PRODUCT_FORMATS } from './product-formats.service.ts'

// Plans as older versions stored them in drafts and product versions. If a change to the code makes one of them
// unpublishable, it needs a new format with its own sample and a conversion from this one; these files never change.

const SAMPLES = path.resolve(import.meta.dirname, '../../../../test/samples/plans')

type Sample = { form: number; kind: Kind; plan: PlanFields; files: FileRow[] }

test.each(['course-1', 'podcast-1', 'document-1'])('publishes a plan stored as %s', async (name) => {
  const { form, kind, plan, files } = JSON.parse(await readFile(path.join(SAMPLES, `${name}.json`), 'utf8')) as Sample
  expect(form).toBeLessThanOrEqual(PLAN_FORMAT_VERSION)
  expect(getFileIds(plan).toSorted()).toEqual(files.map(({ id }) => id).toSorted())
  const publishing = { id: '', files: toPlanFiles(files), position: 0, cover: [], isPublished: true }
  const checked = PRODUCT_FORMATS[kind].check(fillPlanDefaults(kind, plan), publishing)
  expect('findings' in checked ? checked.findings : []).toEqual([])
})
