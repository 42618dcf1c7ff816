type Names = { firstName: string; lastName: string; credentialsAfterName: string }

/** The name as a certificate prints it: 'Nora Nightingale, RN'. Empty when the member gave no name. */
export function printedName({ firstName, lastName, credentialsAfterName }: Names): string {
  const name = [firstName, lastName]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  const credentials = credentialsAfterName.trim()
  return name && credentials ? `${name}, ${credentials}` : name
}
