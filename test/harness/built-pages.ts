import type { TestProject } from 'vitest/node'
import { readFileSync } from 'node:fs'
import { ensureBuilt } from '../../scripts/prepare.mjs'

/** Builds the pages if they are out of date and a selected file needs them. */
export default async function setup(project: TestProject): Promise<void> {
  const chosen = project.vitest.state.getPaths()
  if (chosen.some(needsPages)) await ensureBuilt()
}

/** Browser tests always need built pages, because an academy is seeded before the first test. */
function needsPages(file: string): boolean {
  return (
    file.endsWith('.e2e.ts') ||
    /\bloadBuiltPages\b|\brunAcademy\b|\/killing\.ts|'src\/main\.ts'/.test(readFileSync(file, 'utf8'))
  )
}
