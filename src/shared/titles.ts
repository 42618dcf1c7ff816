/**
 * Degrees, licenses, and certifications of nurses, physicians, and lawyers, without dots. Those that are also surnames
 * are not included.
 */
const KNOWN_ABBREVIATIONS = new Set(
  `ACNP AGNP APN APRN ARNP BSN CCM CCRN CEN CLNC CNM CNOR CNP CNS CPN CRNA CRNP DC DDS DMD DNP DNSC DPM DPT DRPH DVM EDD ESQ FAAN
  FNP JD LCSW LLB LLM LNC LNCC LPN LVN MBA MBBS MD MHA MPH MSN NMD NNP NP PHARMD PHD PMHNP PNP PSYD RN RNC RPH WHNP`.split(
    /\s+/,
  ),
)

/**
 * Titles that come before a name and are not part of it. Those that are also surnames, such as Nurse and Doctor, are
 * not included.
 */
const TITLES = new Set('dr prof professor certified licensed licenced registered accredited attorney'.split(' '))

/** Matches what separates two words of a name, or the parts of one word. */
const BETWEEN_WORDS = /[\s·・=‐‑–゠־֊፡-]+/u

/** Whether a word mixes scripts. `МD` with a Cyrillic М looks like the Latin `MD`. */
const isMixed = (word: string) => /\p{sc=Latin}/u.test(word) && /[\p{sc=Cyrillic}\p{sc=Greek}]/u.test(word)

/**
 * Returns what follows an apostrophe: `MD` in `Lee’MD`, but nothing in `O’Brien`, whose first part is a single letter.
 */
const afterApostrophe = (word: string) => /^\p{L}{2,}['’‘`](.+)$/u.exec(word)?.[1] ?? ''

/** Keeps only letters and marks: `M.D.` becomes `MD`, and `’RN’` becomes `RN`. */
const toAlphabetic = (word: string) => word.replaceAll(/[^\p{L}\p{M}]/gu, '')

/**
 * Whether a name starts with a title or ends with an abbreviation. `Nora Lee MD` and `Nora LEE` do, but `NORA LEE`
 * doesn't. Words that are also surnames, such as `Ma` or `Do`, are degrees only in capitals. Single letters, with or
 * without a dot, are initials.
 */
export function looksLikeTitle(name: string): boolean {
  const words = name.split(BETWEEN_WORDS).filter((word) => toAlphabetic(word) !== '')
  const [first = '', ...others] = words
  if (TITLES.has(toAlphabetic(first).toLowerCase())) return true
  if (others.some((word) => TITLES.has(toAlphabetic(word).toLowerCase()) || isKnown(word))) return true
  if (words.some((word) => isMixed(word) || isKnown(afterApostrophe(word)))) return true
  const isAllCapitals = words.every((word) => !/\p{Ll}/u.test(word))
  const last = others.at(-1) ?? ''
  return looksLikeAbbreviation(last) && !isAllCapitals
}

/**
 * Whether a word is a known abbreviation, such as `MD`, `M.D.`, `PhD`, or `Esq.`. `Md` is not, because it abbreviates a
 * given name.
 */
function isKnown(word: string): boolean {
  const alphabetic = toAlphabetic(word)
  if (!KNOWN_ABBREVIATIONS.has(alphabetic.toUpperCase())) return false
  return /\p{Lu}.*\p{Lu}/u.test(alphabetic) || /^esq$/i.test(alphabetic)
}

/**
 * Whether a word has two to four letters, all of them capitals, or ends in one or two capitals, such as `CCHT`,
 * `PharmD`, or `DrPH`. Returns false for generational suffixes, initials such as `J.R.`, and `McDONALD`.
 */
function looksLikeAbbreviation(word: string): boolean {
  return /^\p{Lu}{2,4}$/u.test(word) ? !/^(?:[IVX]+|[JS]R)$/.test(word) : /\p{Ll}\p{Lu}{1,2}$/u.test(word)
}
