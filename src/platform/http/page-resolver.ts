import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/**
 * Where a page is kept, and the one address by which it is rendered, however it was asked for. `missing` is where it is kept that
 * there is no such thing, once for all addresses of that page; no address is spelled like it. `hasQuery`: it is made of what somebody typed.
 * `pattern` is the page's route: `/Certificate/:id`.
 */
export type ResolvedPage = { key: string; url: string; missing: string; hasQuery: boolean; pattern: string }

/** What a page's module exports as `handle`. `takes`: the names in its query of which the server makes it. */
export type PageHandle = { takes?: readonly string[] }

// Where no page is, so that every such address shows the same.
const UNKNOWN_PATH = '/-'

// What a page shows, alone: `/Course/x.data`, `/Courses/_.data`; and whose parts of it: `?_routes=root`.
const DATA_SUFFIX = '.data'
const DATA_IN_FOLDER = /\/_\.data$/
const ROUTES = '_routes'

/**
 * The key of an address in the usual spelling, with or without its last slash. What a page's query says concerns the browser
 * alone.
 */
export function normalizePageKey(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (path.endsWith(DATA_SUFFIX)) return path.replace(DATA_IN_FOLDER, DATA_SUFFIX) + url.slice(path.length)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * Finds the one spelling of a page's address. A page without a loader is the same whatever its parameters: it is rendered for a
 * stand-in of them, and so is the page of all addresses where there is none.
 */
export function createPageResolver(build: ServerBuild): (url: string) => ResolvedPage {
  const tree = routeTree(build)
  return (url) => {
    const { pathname, searchParams } = buildPageUrl(url, 'http://academy')
    const isData = pathname.endsWith(DATA_SUFFIX)
    const asked = pathname.replace(DATA_IN_FOLDER, '/').replace(/\.data$/, '')
    // An address with a line break in it matches nothing at all.
    const matches = matchRoutes(tree, asked) ?? matchRoutes(tree, UNKNOWN_PATH) ?? []
    const leaf = matches.at(-1)
    const pattern = matches.map(({ route }) => (route.path ? `/${route.path}` : '')).join('')

    const hasLoader = build.routes[leaf?.route.id ?? '']?.module.loader !== undefined
    const path = pattern.replace('/*', UNKNOWN_PATH).replaceAll(/:(\w+)/g, (_, name: string) =>
      // Not `_`: before `.data` that would be the folder above.
      hasLoader ? encodeURIComponent(leaf?.params[name] ?? '') : '-',
    )
    // A page that is made of its query names what it takes of it.
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
    }
  }
}

/** Whose data are asked for, without what is none of the page's. */
function getDataRoutes(given: URLSearchParams, matches: { route: RouteObject }[]): [string, string][] {
  const asked = given.get(ROUTES)?.split(',')
  const known = matches.flatMap(({ route }) => route.id ?? []).filter((id) => asked?.includes(id))
  return asked ? [[ROUTES, known.join(',')]] : []
}

/** Put together by hand: `new URL` would take an address that begins with two slashes for another host. */
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
