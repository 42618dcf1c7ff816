import path from 'node:path'
import { importFolder } from '#features/catalog/import-export/import.public.ts'
import type { Deps } from '#platform/deps.ts'
import { OPERATOR } from './audit.ts'

export const DEMO_FOLDER = path.resolve(import.meta.dirname, '../../demo')

/** Loads the demo academy, or a part of it such as `courses/defense-medical-exam-training`. */
export async function loadDemo(deps: Deps, part = '.'): Promise<void> {
  const result = await importFolder(deps, path.join(DEMO_FOLDER, part), OPERATOR)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
}
