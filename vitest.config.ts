import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    globalSetup: ['test/harness/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{src,stand-in,scripts,test}/**/*.test.{ts,tsx}'],
          // One module graph a worker: the application is loaded once, not once a file.
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          // The proofs of the server project in their full measure.
          include: [
            'src/features/checkout/{checkout.rules,proofs,webhook}.test.ts',
            'test/proofs/{killing,enduring}.test.ts',
          ],
          env: { TEST_MEASURE: 'full' },
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 3_600_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/harness/seeded-academy.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    root: path.resolve(import.meta.dirname),
  },
})
