import { Parser } from 'htmlparser2'

export const MAX_DEPTH = 500

export type Attributes = Readonly<Record<string, string>>

type Handlers = {
  /** `path` contains the names of the enclosing elements. */
  open: (name: string, attributes: Attributes, path: readonly string[]) => void
  close?: (name: string) => void
  text?: (text: string, path: readonly string[]) => void
}

/**
 * Walks through XML from beginning to end. Removes namespace prefixes from names. Throws if the XML is nested deeper
 * than any program would write it.
 */
export function walkXml(xml: string, { open, close, text }: Handlers): void {
  const path: string[] = []
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        if (path.length > MAX_DEPTH) throw new Error('Its parts are nested too deeply.')
        const name = local(qualified)
        open(name, withLocalNames(attributes), path)
        path.push(name)
      },
      onclosetag() {
        const name = path.pop()
        if (name !== undefined) close?.(name)
      },
      ...(text && { ontext: (data: string) => text(data, path) }),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
}

function local(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1)
}

function withLocalNames(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [local(name), value]))
}

export function decodePart(part: Uint8Array): string {
  const [first, second] = part
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(part)
}

export function isOn(value: string): boolean {
  return !/^(?:0|false|off)$/i.test(value)
}
