import type { Register } from 'react-router'
import { fillPattern } from './fill-pattern.ts'

/** A page of `src/routes.ts`, in React Router's type format: `/MyAcademy/:id`. */
type Page = keyof Register['pages']

/** Allows the path with or without a trailing slash, as in the specification. */
type PathSpelling<P extends Page> = P | (P extends '/' ? never : `${P}/`)

type PageOf<Spelling> = Spelling extends Page
  ? Spelling
  : Spelling extends `${infer P}/`
    ? P extends Page
      ? P
      : never
    : never

type ParamsOf<P extends Page> = Register['pages'][P]['params']

/** A page without parameters: `/Courses/`. */
export type PlainAddress = PathSpelling<Exclude<Page, `${string}:${string}` | `${string}*`>>

/** The part before the last parameter of a page: `/Course/`, `/Courses/`. */
export type AddressBefore<Name extends string> = {
  [P in Page]: P extends `${infer Before}:${Name}` ? (Before extends `${string}:${string}` ? never : Before) : never
}[Page]

declare const addressBrand: unique symbol

/** The path of one of our pages, checked by the compiler, which rejects concatenated strings. */
export type PageAddress = PlainAddress | (string & { readonly [addressBrand]: true })

/**
 * `pageAddress('/Certificate/:id', { id })`: the path of a page on this site. For emails, put `publicUrl` in front.
 * React Router's own `href()` removes trailing slashes, and would load the whole router into every command.
 */
export function pageAddress<Spelling extends PathSpelling<Page>>(
  page: Spelling,
  ...params: keyof ParamsOf<PageOf<Spelling>> extends never ? [] : [ParamsOf<PageOf<Spelling>>]
): PageAddress {
  return fillPattern(page, params[0]) as PageAddress
}

/** `/Courses/`, `/Courses/2` …: a page of a paginated list. */
export function listPageAddress(list: AddressBefore<'page'>, part: number): PageAddress {
  return part === 1 ? list : pageAddress(`${list}:page`, { page: String(part) })
}

/** The login page that returns to `back`, a path on this site, which is written as in the specification. */
export function loginAddress(back: string): PageAddress {
  return `/login${formatReturnTo(back)}` as PageAddress
}

/** The registration page that returns to `back` after login. */
export function registerAddress(back: string): PageAddress {
  return `${pageAddress('/Register')}${formatReturnTo(back)}` as PageAddress
}

function formatReturnTo(back: string): string {
  return `?next=${encodeURIComponent(back)}`
}
