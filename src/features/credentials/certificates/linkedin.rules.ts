export type ForLinkedIn = {
  id: string
  courseName: string
  issuer: string
  /** '2026-02-03' */
  issuedOn: string
  /** Where anyone can check it. */
  address: string
}

const nameOn = ({ courseName }: ForLinkedIn) => `Certificate of completion: ${courseName}`

/** Opens LinkedIn's form with what it takes over; it does not always. */
export function linkedInAddress(certificate: ForLinkedIn): string {
  const { id, issuer, issuedOn, address } = certificate
  const [year = '', month = ''] = issuedOn.split('-')
  const filled = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: nameOn(certificate),
    organizationName: issuer,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: address,
    certId: id,
  })
  return `https://www.linkedin.com/profile/add?${filled}`
}

/** The same by the names of its fields there, to be copied one by one. The date is chosen, not typed. */
export function linkedInValues(certificate: ForLinkedIn): { field: string; value: string }[] {
  const { id, issuer, address } = certificate
  return [
    { field: 'Name', value: nameOn(certificate) },
    { field: 'Issuing organization', value: issuer },
    { field: 'Credential ID', value: id },
    { field: 'Credential URL', value: address },
  ]
}
