type Names = { firstName: string; lastName: string; credentialsAfterName: string }

/** The name as printed on a certificate: 'Nora Nightingale, RN'. Empty if the member gave no name. */
export function formatCertificateName({ firstName, lastName, credentialsAfterName }: Names): string {
  const name = [firstName, lastName]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  const credentials = credentialsAfterName.trim()
  return name && credentials ? `${name}, ${credentials}` : name
}

/** 'Smith, Jr., RN' → 'Smith, RN': after a comma, only a generational suffix is part of the name. */
export function removeGenerationSuffix(name: string): string {
  return name.replace(/, *(?:[JS]r\.?|[IVX]{1,4})(?=,|$)/i, '')
}
