import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

// Below this size, the headers outweigh the savings.
const SMALLEST = 500
const TEXT = /[.](js|css|html|svg|json|txt|xml|map|webmanifest)$/
const assets = path.resolve(import.meta.dirname, '../build/client/assets')

const files = (await readdir(assets, { recursive: true })).filter((name) => TEXT.test(name))
await Promise.all(files.map((name) => compress(path.join(assets, name))))

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < SMALLEST) return
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)])
}
