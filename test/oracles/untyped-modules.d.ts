// For packages without types.

declare module '@adobe/structured-data-validator' {
  export default class StructuredDataValidator {
    constructor(vocabulary: { '@graph': object[] })
    validate(extracted: object): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING' }[]>
  }
}

declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean; embedSource: string[] })
    parse(html: string): { jsonld: Record<string, unknown[]>; errors: unknown[] }
  }
}
