import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // All routes are known from the first page on: no requests for route manifests with endless keys.
  routeDiscovery: { mode: 'initial' },
  // A page is one file: its parts are too small to be worth a request each.
  splitRouteModules: false,
} satisfies Config
