/** The address of a link that calls this number: '(555) 010-0199' becomes 'tel:5550100199'. */
export function phoneAddress(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`
}
