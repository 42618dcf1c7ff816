export type FormValue = string | FormValue[] | Form
export type Form = { [name: string]: FormValue }

/** Parses `metadata[purchase_id]=x&payment_method_types[0]=card`, the nested form that the provider's API takes. */
export function parseForm(text: string): Form {
  const form = emptyForm()
  for (const [name, value] of new URLSearchParams(text)) put(form, partsOf(name), value)
  return withArrays(form)
}

function emptyForm(): Form {
  // No prototype, so that a field named `__proto__` is a field.
  return Object.create(null) as Form
}

function partsOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[')
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))]
}

function put(form: Form, parts: string[], value: string): void {
  let at = form
  for (const [index, part] of parts.entries()) {
    const name = part === '' ? String(Object.keys(at).length) : part
    if (index === parts.length - 1) at[name] = value
    else {
      const next = at[name]
      at = typeof next === 'object' && !Array.isArray(next) ? next : (at[name] = emptyForm())
    }
  }
}

function withArrays(form: Form): Form {
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === 'string' || Array.isArray(value)) continue
    const inner = withArrays(value)
    const isList = Object.keys(inner).length > 0 && Object.keys(inner).every((key, index) => key === String(index))
    form[name] = isList ? Object.values(inner) : inner
  }
  return form
}
