import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/**
 * A page's cache key, and the one URL with which it is rendered no matter how the requested URL was written. `missing`
 * is the cache key of the page's 404, shared by all its URLs and different from every URL. `hasQuery`: the page depends
 * on typed input. `pattern` is the page's route, such as `/Certificate/:id`, and `params` are its parameters.
 */
export type ResolvedPage = {
  key: string
  url: string
  missing: string
  hasQuery: boolean
  pattern: string
  params: Readonly<Record<string, string | undefined>>
}

/** What a page's module exports as `handle`. `takes`: the query parameters that are used when the server renders it. */
export type PageHandle = { takes?: readonly string[] }

// A path without a page, so that all unknown paths show the same 404.
const UNKNOWN_PATH = '/-'

// Requests for a page's data alone: `/Course/x.data`, `/Courses/_.data`; `?_routes=root` selects the routes.
const DATA_SUFFIX = '.data'
const DATA_IN_FOLDER = /\/_\.data$/
const ROUTES = '_routes'

/**
 * The key of a path in canonical form, with or without a trailing slash. Ignores the query, which only the browser
 * uses.
 */
export function normalizePageKey(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (path.endsWith(DATA_SUFFIX)) return path.replace(DATA_IN_FOLDER, DATA_SUFFIX) + url.slice(path.length)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * Finds the canonical form of a page's URL. A page without a loader does not depend on its parameters, so it is
 * rendered with placeholders, as is the 404 page for all unknown paths.
 */
export function createPageResolver(build: ServerBuild): (url: string) => ResolvedPage {
  const tree = routeTree(build)
  return (url) => {
    const { pathname, searchParams } = buildPageUrl(url, 'http://academy')
    const isData = pathname.endsWith(DATA_SUFFIX)
    const asked = pathname.replace(DATA_IN_FOLDER, '/').replace(/\.data$/, '')
    // A path with a line break matches nothing.
    const matches = matchRoutes(tree, asked) ?? matchRoutes(tree, UNKNOWN_PATH) ?? []
    const leaf = matches.at(-1)
    const pattern = matches.map(({ route }) => (route.path ? `/${route.path}` : '')).join('')

    const hasLoader = build.routes[leaf?.route.id ?? '']?.module.loader !== undefined
    const path = pattern.replace('/*', UNKNOWN_PATH).replaceAll(/:(\w+)/g, (_, name: string) =>
      // Not `_`: before `.data`, that would mean the parent folder.
      hasLoader ? encodeURIComponent(leaf?.params[name] ?? '') : '-',
    )
    // A page that depends on its query declares the parameters it uses.
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

/** The routes whose data is requested, except those that are not on this page. */
function getDataRoutes(given: URLSearchParams, matches: { route: RouteObject }[]): [string, string][] {
  const asked = given.get(ROUTES)?.split(',')
  const known = matches.flatMap(({ route }) => route.id ?? []).filter((id) => asked?.includes(id))
  return asked ? [[ROUTES, known.join(',')]] : []
}

/** Concatenated, because `new URL` would read a path that starts with two slashes as another host. */
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
