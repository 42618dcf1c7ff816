/**
 * `npm run db:generate -- --name what-it-does`: writes a migration, and keeps only the newest snapshot of the schema.
 */
import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'

const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = status ?? 1
// Drizzle compares the schema only with the newest snapshot.
for (const file of globSync('src/db/migrations/meta/*_snapshot.json').toSorted().slice(0, -1)) rmSync(file)
