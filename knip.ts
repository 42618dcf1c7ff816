import type { KnipConfig } from 'knip'
import tools from './tools/package.json' with { type: 'json' }

const config: KnipConfig = {
  workspaces: {
    '.': {
      vitest: true,
      drizzle: true,
      entry: [
        'src/main.ts',
        'src/cli.ts',
        'src/service-worker.ts',
        'stripe-emulator/browser-script.ts',
        'src/features/**/*.page.tsx',
        'scripts/*.{ts,mjs}',
        'bench/run.ts',
        'test/book/follow.ts',
        'demo/**/*.ts',
        'test/e2e/**/*.e2e.ts',
        'test/harness/academies-process.ts',
        '**/*.test.{ts,tsx}',
      ],
      project: ['{src,stripe-emulator,test,scripts,bench,demo}/**/*.{ts,tsx,mjs}', '*.config.ts'],
    },
    tools: {},
  },
  ignoreExportsUsedInFile: true,
  // The packages of tools/ are used outside that folder. The other two are not imported by code.
  ignoreDependencies: [...Object.keys(tools.devDependencies), 'isbot', 'tailwindcss'],
  ignoreBinaries: [
    'debootstrap',
    'dovecot',
    'ip',
    'mount',
    'nsenter',
    'openssl',
    'drizzle-kit',
    'pgrep',
    'systemd-analyze',
    'nginx',
    'pdftotext',
    'psql',
    'setpriv',
    'umount',
    'vitest',
    'wrk',
  ],
}

export default config
