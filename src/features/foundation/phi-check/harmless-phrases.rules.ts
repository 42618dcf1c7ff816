/** Phrases that would be false positives. They are masked before matching. */
const HARMLESS_PHRASES = [
  /\b(?:Wong-Baker(?: Faces)?|Richmond Agitation|Hester Davis|Glasgow Coma|Confusion Assessment|Braden Q)\b/gu,
  // Lot and model numbers identify a product, not a single device. Only a serial number identifies its owner.
  /\b(?:(?:lot|model|cat(?:alog)?|UDI|SKU|GTIN|software|firmware|manual|recall|rev(?:ision)?|part)(?: (?:no\.?|number|#))?|REF)[\s:#]{1,3}(?:is |was )?(?:[A-Z]{2,4} )?(?:\(\d\d\))?(?=[A-Z-]{0,10}\d)[A-Z\d][A-Z\d./()-]{4,40}/gu,
  /(?<!\b(?:mrn|acct|account|claim|policy|id|number|no|#)\.?[\s:#]{0,2})(?<![\d-])(?:\+?1[-. ]{0,2})?\(?8(?:00|33|44|55|66|77|88)\)?[-. ]{1,2}\d{3}[-. ]?\d{4}(?![\d-])/giu,
  /\b(?:zoom|teams|webex|meeting|webinar|passcode|pass code|access code|dial-in|coupon|promo(?: code)?|voucher|discount code|wi-?fi|password)(?: (?:meeting|id|code|number|no\.?|password)){0,2}[\s:#]{1,3}(?:is |was )?[a-z]{0,10}\d[\d a-z-]{2,14}\b/giu,
  /\bdoi[\s:]{0,2}(?:org\/)?10\.\d{4,9}\/[^\s,;]{2,80}/giu,
  /(?:§{1,9}|\b(?:ILCS|RCW|O\.?C\.?G\.?A|MCL|NRS|ORS|CCP|U\.?S\.?C|C\.?F\.?R|ORC|KRS|NMSA|RSA|MCA|A\.?R\.?S|N\.?J\.?S\.?A|Stat|Code|Rule|Fed\. ?Reg|FR|ISO|ANSI|OSHA|UL|NFPA|ASTM|IEC)\b\.?)[\s.§]{0,3}(?:IEC |ann\. )?\d[\dA-Z]{0,6}(?:[.:-]\d[\dA-Za-z]{0,6}){1,4}/gu,
  /\bhttps?:\/\/(?!(?:www\.|m\.)?(?:facebook|instagram|tiktok|gofundme|caringbridge|legacy|findagrave|venmo|twitter|x)\.)[^\s)]{1,300}/giu,
  /\b(?:PMID|PMC|NCT|NPI|ISSN|EIN|tracking)[\s:#]{0,3}(?:number |no\.? )?[\d-]{6,14}/giu,
  /\bISBN(?:-1[03])?(?: number)?:?[\s#]{0,2}[\dX-][\dX -]{8,20}/giu,
  /(?<!\d)97[89][- ]?\d[\d -]{9,14}/gu,
  /\b\d{4} (?:WL|U\.?S\.? (?:Dist\. |App\. )?LEXIS|LEXIS|IL|UT|ND|OK|CO|NM) ?\d{2,9}(?:-U)?/gu,
  /(?<!(?:claim|policy|file|member|group|record|chart|id|account|patient|pt|mrn) )No\. \d{2}-\d{2,5}\b/giu,
  /(?<!\b(?:death|birth|marriage|parking) )\b(?:SNOMED|LOINC|RxNorm|FDA|510\(k\)|MAUDE|UDI|recall|provider|CEP|CEU|ANCC|BRN|course|invoice|receipt|certificate|ticket|confirmation|transaction|version|serie?s)(?: (?:number|no\.?|id|#|report))?[\s:#]{0,3}(?:is |was )?[A-Z]{0,4}[- ]?\d[\d-]{2,20}/giu,
  /\bbates\b[^\n.]{0,30}?[a-z]{0,12}[-_ ]?\d{3,10}(?: ?(?:-|to|through) ?[a-z]{0,12}[-_ ]?\d{3,10})?/giu,
  /(?<!\b(?:mrn|acct|account|claim|policy|member|patient|pt|chart|id|number|no|wc|grp|group|record|insurance|medicaid|medicare|file)\b[\s\w.:#]{0,15})\b(?!MRN|CLM|POL|MR0|PT0|CL0|WC)[A-Z]{2,12}[-_ ]?0{2,}\d{1,8}(?: ?(?:-|to|through) ?[A-Z]{0,12}[-_ ]?\d{3,10})?/gu,
  /(?<!\b(?:lab|rx|pharmacy|court|med|doctor) )\border(?:ed)?(?: ?(?:number|no\.?|num|#|id))?[\s:#]{1,3}(?:is |was )?(?=\S{0,8}\d)[a-z\d-]{4,20}/giu,
  /(?<!\b(?:mrn|acct|account|claim|policy|member|patient|pt|chart|id|number|no|wc|grp|group|record|insurance|medicaid|medicare|file)\b[\s\w.:#]{0,15})\b(?!mrn|clm|pol|pt0|wc)[a-z]{3,12}[-_]?0{2,}\d{1,8}\b/giu,
  /\b\d{1,4} (?:U\.? ?S\.?(?: ?C\.?)?|F\.? ?(?:Supp\.?|[23]d|4th)(?: ?[23]d)?|S\. ?Ct\.?|L\. ?Ed\.?(?: 2d)?|C\.?F\.?R\.?|A\.[23]d|P\.[23]d|N\.[EW]\.[23]?d?|S\.[EW]\.[23]?d?|So\.(?: [23]d)?|Cal\.[ \w.]{0,10}|N\.Y\.[ \w.]{0,6})\s?(?:§+ ?|at )?\d{1,5}(?:[.\d]{0,8})/gu,
  /\b(?:CPT|ICD|HCPCS|DRG|NDC)[\s:/#-]{0,3}(?:codes?|10|9)?[\s:/#-]{0,3}[\p{L}\d./-]{2,30}/gu,
  /(?<=\bv(?:s|\.|s\.)? {0,2})(?:\p{Lu}[\p{L}.,&'-]{0,20} ?){1,5}/gu,
]

/**
 * Replaces all kinds of spaces, dashes, and quotation marks with plain ones, character by character, so that positions
 * don't change.
 */
export function normalizeForMatching(text: string): string {
  const even = text
    .replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F\u3000\t]/gu, ' ')
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/[\u201C\u201D\u201E\u00AB\u00BB]/gu, '"')
    .replaceAll(/[\u2018\u2019\u02BC\u00B4`]/gu, "'")
    .replaceAll(/[\uFF10-\uFF19]/gu, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replaceAll(/(?<=(.?))[*_]+(?=(.?))/gsu, (marks: string, before: string, after: string) =>
      isEmphasis(before, after) ? ' '.repeat(marks.length) : marks,
    )
  return HARMLESS_PHRASES.reduce(
    (rest, harmless) => rest.replaceAll(harmless, (found) => '~'.repeat(found.length)),
    even,
  )
}

/** Whether Markdown would start or end emphasis between these two characters. */
function isEmphasis(before: string, after: string): boolean {
  const isBefore = /[\p{L}\d]/u.test(before)
  const isAfter = /[\p{L}\d]/u.test(after)
  return (!isBefore && (isAfter || /["'(]/.test(after))) || (!isAfter && (isBefore || /["'),.]/.test(before)))
}
