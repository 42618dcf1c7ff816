import type { Register } from 'react-router'
import { filled } from './pattern.ts'

/** A page of `src/routes.ts`, as React Router's types name it: `/MyAcademy/:id`. */
type Page = keyof Register['pages']

/** With its last slash or without, as the specification spells it. */
type Spelled<P extends Page> = P | (P extends '/' ? never : `${P}/`)

type PageOf<Spelling> = Spelling extends Page
  ? Spelling
  : Spelling extends `${infer P}/`
    ? P extends Page
      ? P
      : never
    : never

type ParamsOf<P extends Page> = Register['pages'][P]['params']

/** A page that needs nothing more: `/Courses/`. */
export type PlainAddress = Spelled<Exclude<Page, `${string}:${string}` | `${string}*`>>

/** What stands before the last parameter of a page: `/Course/`, `/Courses/`. */
export type AddressBefore<Name extends string> = {
  [P in Page]: P extends `${infer Before}:${Name}` ? (Before extends `${string}:${string}` ? never : Before) : never
}[Page]

declare const made: unique symbol

/** An address of one of our pages. Which pages there are, the compiler knows: a string that was put together by hand is none. */
export type PageAddress = PlainAddress | (string & { readonly [made]: true })

/**
 * `pageAddress('/Certificate/:id', { id })`: the address of a page on this site; after `publicUrl` one for mails. React Router's own `href()` takes last
 * slashes off, and would load the whole router into every command.
 */
export function pageAddress<Spelling extends Spelled<Page>>(
  page: Spelling,
  ...params: keyof ParamsOf<PageOf<Spelling>> extends never ? [] : [ParamsOf<PageOf<Spelling>>]
): PageAddress {
  return filled(page, params[0]) as PageAddress
}

/** `/Courses/`, `/Courses/2` …: a part of a list. */
export function partAddress(list: AddressBefore<'page'>, part: number): PageAddress {
  return part === 1 ? list : pageAddress(`${list}:page`, { page: String(part) })
}

/** Where one logs in, to be led back to `back`: an address on this site. Links are spelled as in the specification. */
export function loginAddress(back: string): PageAddress {
  return `/login${wayBack(back)}` as PageAddress
}

/** Where one gets an account, to be led back after the login. */
export function registerAddress(back: string): PageAddress {
  return `${pageAddress('/Register')}${wayBack(back)}` as PageAddress
}

function wayBack(back: string): string {
  return `?next=${encodeURIComponent(back)}`
}
