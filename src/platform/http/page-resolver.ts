import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/**
 * A requested page. `key` is its cache key, and `url` is the URL with which it is rendered, no matter how the requested
 * URL was written. `missing` is the cache key of the page's 404. All URLs of the page share it, and it differs from
 * every URL. `hasQuery` means that the page depends on typed input. `pattern` is the page's route, such as
 * `/Certificate/:id`, and `params` are its parameters.
 */
export type ResolvedPage = {
  key: string
  url: string
  missing: string
  hasQuery: boolean
  pattern: string
  params: Readonly<Record<string, string | undefined>>
}

/**
 * What a page's module exports as `handle`. `takes` lists the query parameters that the server uses to render the page.
 */
export type PageHandle = { takes?: readonly string[] }

// No page has this path. All unknown paths are resolved to it, so that they show the same 404.
const UNKNOWN_PATH = '/-'

// Browsers add this to a path to request only the data of a page: `/Course/x.data`, `/Courses/_.data`. With
// `?_routes=root`, they request only the data of these routes.
const DATA_SUFFIX = '.data'
const DATA_IN_FOLDER = /\/_\.data$/
const ROUTES = '_routes'

/**
 * Returns the cache key of a path in canonical form, with or without a trailing slash. Ignores the query, which only
 * the browser uses.
 */
export function normalizePageKey(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (path.endsWith(DATA_SUFFIX)) return path.replace(DATA_IN_FOLDER, DATA_SUFFIX) + url.slice(path.length)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * Returns a function that finds the canonical form of a page's URL. A page without a loader doesn't depend on its
 * parameters, so it is rendered with placeholders. So is the 404 page for all unknown paths.
 */
export function createPageResolver(build: ServerBuild): (url: string) => ResolvedPage {
  const tree = routeTree(build)
  return (url) => {
    const { pathname, searchParams } = buildPageUrl(url, 'http://academy')
    const isData = pathname.endsWith(DATA_SUFFIX)
    const asked = pathname.replace(DATA_IN_FOLDER, '/').replace(/\.data$/, '')
    // A path with a line break doesn't even match the pattern for unknown paths.
    const matches = matchRoutes(tree, asked) ?? matchRoutes(tree, UNKNOWN_PATH) ?? []
    const leaf = matches.at(-1)
    const pattern = matches.map(({ route }) => (route.path ? `/${route.path}` : '')).join('')

    const hasLoader = build.routes[leaf?.route.id ?? '']?.module.loader !== undefined
    const path = pattern.replace('/*', UNKNOWN_PATH).replaceAll(/:(\w+)/g, (_, name: string) =>
      // The placeholder is not `_`, because before `.data`, that would refer to the parent folder.
      hasLoader ? encodeURIComponent(leaf?.params[name] ?? '') : '-',
    )
    // A page that depends on its query declares the parameters that it uses.
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

/** Returns the routes whose data is requested, without those that are not part of this page. */
function getDataRoutes(given: URLSearchParams, matches: { route: RouteObject }[]): [string, string][] {
  const asked = given.get(ROUTES)?.split(',')
  const known = matches.flatMap(({ route }) => route.id ?? []).filter((id) => asked?.includes(id))
  return asked ? [[ROUTES, known.join(',')]] : []
}

/**
 * Concatenates the origin and the path, because `new URL` would read a path that starts with two slashes as another
 * host.
 */
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
