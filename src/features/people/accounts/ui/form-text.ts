export function getFieldText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

export function getFieldTexts<Field extends string>(form: HTMLFormElement, names: readonly Field[]) {
  return Object.fromEntries(names.map((name) => [name, getFieldText(form, name)])) as Record<Field, string>
}
