/** Returns the address of a link that calls this number, without its extension, such as 'tel:5550100199'. */
export function phoneAddress(phone: string): string {
  return `tel:${phone.replace(/,.*/, '').replaceAll(/[^+\d]/g, '')}`
}
