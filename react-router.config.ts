import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // All routes are known from the first page on, so there are no requests for route manifests with unlimited keys.
  routeDiscovery: { mode: 'initial' },
  // A page is one file: its parts are too small for separate requests.
  splitRouteModules: false,
} satisfies Config
