import { readFileSync } from 'node:fs'
import path from 'node:path'

const DEMO = path.resolve(import.meta.dirname, '../../demo')

/** The demo price of a product folder such as `courses/defense-medical-exam-training`: '49.00'. */
export function demoPrice(folder: string): string {
  const kind = folder.slice(0, folder.indexOf('s/'))
  const price = /^price: (\d+\.\d\d)$/m.exec(readFileSync(path.join(DEMO, folder, `${kind}.md`), 'utf8'))?.[1]
  if (price === undefined) throw new Error(`The demo has no price for ${folder}`)
  return price
}
