import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/**
 * The cache key of a page and the one address with which it is rendered, however it was requested. `missing` is the
 * cache key of its 404, shared by all addresses of that page; no address is spelled like it. `hasQuery`: the page
 * depends on typed input. `pattern` is the page's route, such as `/Certificate/:id`, and `params` are its parameters.
 */
export type ResolvedPage = {
  key: string
  url: string
  missing: string
  hasQuery: boolean
  pattern: string
  params: Readonly<Record<string, string | undefined>>
}

/** What a page's module exports as `handle`. `takes`: the query parameters that the server renders. */
export type PageHandle = { takes?: readonly string[] }

// An address without a page, so that all such addresses show the same.
const UNKNOWN_PATH = '/-'

// A page's data alone: `/Course/x.data`, `/Courses/_.data`; and for which routes: `?_routes=root`.
const DATA_SUFFIX = '.data'
const DATA_IN_FOLDER = /\/_\.data$/
const ROUTES = '_routes'

/** The key of an address in canonical spelling, with or without trailing slash. The query concerns only the browser. */
export function normalizePageKey(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (path.endsWith(DATA_SUFFIX)) return path.replace(DATA_IN_FOLDER, DATA_SUFFIX) + url.slice(path.length)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * Finds the canonical spelling of a page's address. A page without a loader does not depend on its parameters, so it is
 * rendered with placeholders, as is the 404 page for all unknown addresses.
 */
export function createPageResolver(build: ServerBuild): (url: string) => ResolvedPage {
  const tree = routeTree(build)
  return (url) => {
    const { pathname, searchParams } = buildPageUrl(url, 'http://academy')
    const isData = pathname.endsWith(DATA_SUFFIX)
    const asked = pathname.replace(DATA_IN_FOLDER, '/').replace(/\.data$/, '')
    // An address with a line break matches nothing.
    const matches = matchRoutes(tree, asked) ?? matchRoutes(tree, UNKNOWN_PATH) ?? []
    const leaf = matches.at(-1)
    const pattern = matches.map(({ route }) => (route.path ? `/${route.path}` : '')).join('')

    const hasLoader = build.routes[leaf?.route.id ?? '']?.module.loader !== undefined
    const path = pattern.replace('/*', UNKNOWN_PATH).replaceAll(/:(\w+)/g, (_, name: string) =>
      // Not `_`: before `.data` that would mean the parent folder.
      hasLoader ? encodeURIComponent(leaf?.params[name] ?? '') : '-',
    )
    // A page that depends on its query names the parameters it uses.
    const { takes = [] } = (build.routes[leaf?.route.id ?? '']?.module.handle ?? {}) as PageHandle
    const given = takes.flatMap((name) =>
      searchParams
        .getAll(name)
        .slice(0, 1)
        .map((value) => [name, value]),
    )
    const query = String(new URLSearchParams([...(isData ? getDataRoutes(searchParams, matches) : []), ...given]))
    const end = (isData ? DATA_SUFFIX : '') + (query && `?${query}`)
    const missing = `404 ${pattern}${end}`
    return {
      key: pattern === '/*' ? missing : path + end || '/',
      url: isData ? `${path || '/_'}${end}` : (path || '/') + end,
      missing,
      hasQuery: given.length > 0,
      pattern,
      params: leaf?.params ?? {},
    }
  }
}

/** The routes whose data is requested, without those not on this page. */
function getDataRoutes(given: URLSearchParams, matches: { route: RouteObject }[]): [string, string][] {
  const asked = given.get(ROUTES)?.split(',')
  const known = matches.flatMap(({ route }) => route.id ?? []).filter((id) => asked?.includes(id))
  return asked ? [[ROUTES, known.join(',')]] : []
}

/** Concatenated, because `new URL` would read an address that starts with two slashes as another host. */
export function buildPageUrl(path: string, origin: string): URL {
  return new URL(`${origin}/${path.replace(/^[/\\]+/, '')}`)
}

function routeTree(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => (route.parentId || undefined) === parentId)
    .map(({ id, path, index }): RouteObject =>
      index ? { id, index: true } : { id, ...(path !== undefined && { path }), children: routeTree(build, id) },
    )
}
