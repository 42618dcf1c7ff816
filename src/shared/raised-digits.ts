const RAISED = {
  sup: { from: '0123456789+-−=()n', to: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ' },
  sub: { from: '0123456789+-−=()', to: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎' },
}

/** Superscript or subscript digits as characters of their own: `10<sup>6</sup>` must not become 106. */
export function toRaisedDigits(text: string, kind: 'sup' | 'sub'): string {
  const { from, to } = RAISED[kind]
  return [...text].map((character) => [...to][from.indexOf(character)] ?? character).join('')
}
