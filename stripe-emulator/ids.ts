import { randomBytes } from 'node:crypto'

/** `pi_3f…`: the prefix tells what it names, as the provider's ids do. */
export function newId(
  prefix: 'cus' | 'inv' | 'pi' | 'ch' | 'pm' | 'evt' | 'req' | 're' | 'du' | 'taxcalc' | 'tax' | 'we',
): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}
