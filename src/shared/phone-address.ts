/** The address of a link that calls this number, without its extension: '(555) 010-0199, ext. 2' → 'tel:5550100199'. */
export function phoneAddress(phone: string): string {
  return `tel:${phone.replace(/,.*/, '').replaceAll(/[^+\d]/g, '')}`
}
