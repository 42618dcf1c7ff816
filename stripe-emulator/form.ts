import { parse } from 'qs'

export type FormValue = string | FormValue[] | Form
export type Form = { [name: string]: FormValue }

/** Parses `metadata[purchase_id]=x&payment_method_types[0]=card`, the nested form format of the provider's API. */
export function parseForm(text: string): Form {
  // Without a prototype, a field named `__proto__` is just a field.
  return parse(text, { plainObjects: true, depth: 20, arrayLimit: 1_000, parameterLimit: 10_000 }) as Form
}
