type Names = { firstName: string; lastName: string; credentialsAfterName: string }

/**
 * Returns the name as it is printed on a certificate, such as 'Nora Nightingale, RN'. Returns '' if the member gave no
 * name.
 */
export function formatCertificateName({ firstName, lastName, credentialsAfterName }: Names): string {
  const name = [firstName, lastName]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  const credentials = credentialsAfterName.trim()
  return name && credentials ? `${name}, ${credentials}` : name
}

/**
 * Removes a generational suffix: 'Smith, Jr., RN' becomes 'Smith, RN'. Nothing else after a comma is part of the name.
 */
export function removeGenerationSuffix(name: string): string {
  return name.replace(/, *(?:[JS]r\.?|[IVX]{1,4})(?=,|$)/i, '')
}
