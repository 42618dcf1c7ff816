import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { importFolder } from '#features/catalog/import-export/import.public.ts'
import type { Change } from '#shared/plan-changes.ts'
import { testAcademy } from './academy.ts'
import { OPERATOR } from './audit.ts'
import { writeCourse } from './hand-written-course.ts'

/**
 * A course imported from its folder, a nurse who has access to it, and an owner of the academy who edits it in the
 * studio.
 */
export async function createPublishedCourse(change: Parameters<typeof writeCourse>[1] = {}) {
  const academy = await testAcademy()
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-published-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeCourse(folder, change)
  const load = async (from = folder, options = {}) => importFolder(academy.deps, from, OPERATOR, options)
  expect(await load()).not.toHaveProperty('problems')
  const id = (await academy.pool.query('select id from products')).rows[0].id as string
  const nurse = await academy.member()
  await academy.purchase(nurse.id, id)
  const owner = academy.as(await academy.member({ role: 'owner' }))
  const at = `/Academy/api/studio/products/${id}/`
  const lectureOf = async (lecture: string) =>
    (await academy.as(nurse).get(`/Academy/api/course/reading-a-record/lecture/${lecture}/`)).body
  const save = async (...changes: Change[]) => {
    const { revision, stands_since } = (await owner.get(at)).body
    return (await owner.post(`${at}changes/`, { revision, stands_since, changes })).body
  }
  const publish = async () =>
    owner.post(`${at}publish/`, { revision: (await owner.get(at)).body.revision, is_on_sale: true })
  return { ...academy, id, folder, load, nurse, owner, at, lectureOf, save, publish }
}
