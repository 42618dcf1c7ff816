import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import type { Kind } from '#shared/kinds.ts'
import type { FileRow } from './drafts.queries.ts'
import { toPlanFiles } from './drafts.service.ts'
import { getFileIds, PLAN_FORMAT_VERSION } from './draft-plans.rules.ts'
import { fillPlanDefaults, PRODUCT_FORMATS } from './product-formats.service.ts'

// The samples are plans as older versions stored them, and never change. If changed code can't publish one of them, it
// needs a new format with its own sample, and a conversion from the old format.

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
