import type { Register } from 'react-router'
import { fillPattern } from './fill-pattern.ts'

/** A page in `src/routes.ts`, in the form of React Router's types, such as `/MyAcademy/:id`. */
type Page = keyof Register['pages']

/** The path with or without a slash at the end, both of which the specification uses. */
type PathSpelling<P extends Page> = P | (P extends '/' ? never : `${P}/`)

type PageOf<Spelling> = Spelling extends Page
  ? Spelling
  : Spelling extends `${infer P}/`
    ? P extends Page
      ? P
      : never
    : never

type ParamsOf<P extends Page> = Register['pages'][P]['params']

/** A page without parameters, such as `/Courses/`. */
export type PlainAddress = PathSpelling<Exclude<Page, `${string}:${string}` | `${string}*`>>

/** A page's path up to its last parameter, such as `/Course/` or `/Courses/`. */
export type AddressBefore<Name extends string> = {
  [P in Page]: P extends `${infer Before}:${Name}` ? (Before extends `${string}:${string}` ? never : Before) : never
}[Page]

declare const addressBrand: unique symbol

/** The path of one of the academy's pages. The compiler checks it, and rejects concatenated strings. */
export type PageAddress = PlainAddress | (string & { readonly [addressBrand]: true })

/**
 * Returns the path of a page on this site, for example `pageAddress('/Certificate/:id', { id })`. For emails, put
 * `publicUrl` in front. React Router's own `href()` is not used, because it removes slashes at the end, and because it
 * would load the whole router into every command.
 */
export function pageAddress<Spelling extends PathSpelling<Page>>(
  page: Spelling,
  ...params: keyof ParamsOf<PageOf<Spelling>> extends never ? [] : [ParamsOf<PageOf<Spelling>>]
): PageAddress {
  return fillPattern(page, params[0]) as PageAddress
}

/** Returns one page of a list that has several pages, such as `/Courses/` or `/Courses/2`. */
export function listPageAddress(list: AddressBefore<'page'>, part: number): PageAddress {
  return part === 1 ? list : pageAddress(`${list}:page`, { page: String(part) })
}

/**
 * Returns the login page. After the login, it returns to `back`, a path on this site. The path of the login page is
 * spelled as in the specification.
 */
export function loginAddress(back: string): PageAddress {
  return `/login${formatReturnTo(back)}` as PageAddress
}

/** Returns the registration page. After the login that follows, the user returns to `back`. */
export function registerAddress(back: string): PageAddress {
  return `${pageAddress('/Register')}${formatReturnTo(back)}` as PageAddress
}

function formatReturnTo(back: string): string {
  return `?next=${encodeURIComponent(back)}`
}
