import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // All routes are known from the first page on, so the router never requests route manifests, whose URLs vary without
  // limit.
  routeDiscovery: { mode: 'initial' },
  // A page is one file: its parts are too small for separate requests.
  splitRouteModules: false,
} satisfies Config
