import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // All routes are known from the first page on: no requests for route manifests with endless keys.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
