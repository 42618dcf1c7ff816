import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import StructuredDataValidator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'

// Google's optional properties that the academy does not have: ratings, shipping, product identifiers.
const LEFT_OUT = /\(optional\)$|^Missing one of field "gtin"/

/** The structured data of a page by type, and its violations of schema.org and of Google's rules for rich results. */
export async function structuredDataOf(
  html: string,
): Promise<{ data: Record<string, unknown[]>; complaints: string[] }> {
  const extracted = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(html)
  const issues = await new StructuredDataValidator({ '@graph': VOCABULARY }).validate(extracted)
  return {
    data: extracted.jsonld,
    complaints: [
      ...extracted.errors.map((error) => JSON.stringify(error)),
      ...issues.map(({ issueMessage }) => issueMessage).filter((message) => !LEFT_OUT.test(message)),
    ],
  }
}

/**
 * schema.org's types, parents, and properties in the published format that the validator reads, built from the types of
 * schema-dts: the package registry does not have the original.
 */
const VOCABULARY = vocabulary(
  readFileSync(fileURLToPath(import.meta.resolve('schema-dts')).replace(/\.js$/, '.d.ts'), 'utf8'),
)

function vocabulary(types: string): object[] {
  const id = (name: string | undefined) => ({ '@id': `schema:${name}` })
  const graph: object[] = []
  let type: string | undefined
  for (const line of types.split('\n')) {
    const [, name, parents = ''] = /^(?:export )?interface (\w+?)(?:Base|Leaf) extends (.+) \{$/.exec(line) ?? []
    if (name !== undefined && !parents.startsWith(`${name}Base`)) {
      type = name
      const above = [...parents.matchAll(/(\w+)Base/g)].map(([, parent]) => id(parent))
      graph.push({ '@type': 'rdfs:Class', ...id(name), 'rdfs:subClassOf': above })
    }
    const [, property] = /^ {4}"(\w+)"\?: /.exec(line) ?? []
    if (property !== undefined)
      graph.push({ '@type': 'rdf:Property', ...id(property), 'schema:domainIncludes': id(type) })
  }
  return graph
}
