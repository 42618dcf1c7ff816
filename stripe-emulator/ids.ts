import { randomBytes } from 'node:crypto'

/** `pi_3f…`: the prefix is the kind of object, as in the provider's IDs. */
export function newId(
  prefix: 'cus' | 'inv' | 'pi' | 'ch' | 'pm' | 'evt' | 'req' | 're' | 'du' | 'taxcalc' | 'tax' | 'we',
): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}
