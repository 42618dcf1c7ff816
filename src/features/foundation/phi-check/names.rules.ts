/** A possible name and its position in the text: `text.slice(from, to)`. */
export type NameSpan = { from: number; to: number; words: string; isTitled: boolean; isFull: boolean }

const toWordSet = (list: string) => new Set(list.trim().split(/\s+/))

/** Given names that are not also English words, so that each shows that it is a name, even in lowercase or alone. */
const GIVEN_NAMES = toWordSet(`
aaliyah aaron abdul abigail abraham adam adriana agnes ahmed aisha alan alejandro alex alexander alice alicia allison amanda amina amir amy ana andre andrea
andrew angela angelina anh anita ann anna anne annette anthony antonio arjun arthur ashley barbara beatrice benjamin bernard bernice betty beverly bonnie
brandon brenda brian bridget bruce bryan camila carl carla carlos carmen carol caroline carolyn catherine cecilia charles charlotte cheryl chidi chinedu
chloe chris christina christine christopher claire clara clarence claudia connie craig cynthia daniel danielle david deborah debra denise dennis derek
desmond diana diane diego dmitri dolores donald donna doreen doris dorothy douglas duane earl eddie edith eduardo edward edwin eileen elaine eleanor elena
elijah elizabeth ella ellen elsie emily emma enrique eric erica ernest esperanza esther ethan ethel eugene eva evelyn fatima felipe fernando florence frances
francisco fred gabriel gary george gerald geraldine gertrude gina giovanni gladys gloria gordon greg gregory guadalupe gustavo hannah harold harriet harry
hassan hazel heather hector helen henry herbert hiroshi howard hussein ian ibrahim ida igor imani irene isaac isabel isabella ivan jacob jacqueline jamal
james jamie jane janet janice jasmine jason javier jean jeffrey jennifer jeremy jerome jesse jessica joan joanne jocelyn joe joel john jonathan jorge jose
joseph josephine joshua joyce juan juanita judith julia julie justin kareem karen karl katherine kathleen kathryn kathy katie keisha keith kelly kenneth
kenji kevin khadija khalid kimberly krishna kyle lakshmi lamar larry latoya laura lauren lawrence leila leonard leroy leslie li ling lillian linda lisa lois
lorraine louis louise lucia lucille luis luz lydia lynn mabel malik manuel marcia marcus margaret maria marie marilyn mario marion marjorie marlene martha
martin marvin mary mateo matthew maureen maurice mei melissa melvin michael michelle miguel mildred minh miriam mohamed mohammed monica muhammad myrtle nadia
nancy naomi natalia natalie nathan ngozi nguyen nicholas nicole nina noah nora norma norman olga oliver olivia omar oscar pablo pamela patricia patrick paul
paula pauline pedro peggy peter philip phillip phyllis priya rachel rafael raj rajesh ralph ramon raul raymond rebecca reginald renee ricardo richard robert
roberto rodney roger ronald rosa rosalie rosemary roxanne roy russell ruth ryan sally samantha samuel sandra sanjay sara sarah scott sean sergei shaniqua
sharon sheila sherry shirley sofia sophia stanley stella stephanie stephen steve steven stuart sunita susan suzanne svetlana sylvia tamara tanya tatiana
teresa terrell thelma theresa thomas tiffany timothy tina todd tomasz tony tracy tyler tyrone valerie vanessa vera veronica victor victoria vijay vincent
viola virginia vivian vladimir walter wanda wayne wendy wei wilfred william willie wilma yolanda yuki yusuf yvonne zachary zainab
abena ade adebayo aditi ahmad aiko akira ali aliyah alma amara amit ananya anjali aparna asha ayesha babajide bao bilal binh boris bronwyn carmela celeste chen
chinwe cora cristina darnell deepak demetrius dimitri dung eun fadi farah fatou femi folake galina gilberto giulia graciela haruto hao hieu hiroko hong huong hyun
ifeoma ignacio igor imran ines ingrid irina ismael itzel jadwiga jae jin jiho juma kamal kavita khanh kofi kwabena kwame kwasi lan latisha linh lourdes luisa lupe
magdalena mai malgorzata manuela marek mariam marisol marta masako matteo mehmet minh mina mustafa nadine nam naveen neha nia nikolai noor obinna oksana olena olu
ousmane padma parvati pavel pham phuong piotr pooja quang rahul ramesh rania rashid ravi reyna rina rocio rohan rosario ruben sakura salma samir sandeep sanjeev
santiago seung shanice shreya siddharth simone siobhan soledad sophie stanislaw sunil suresh tadeusz takeshi tariq tamika thi thanh thuy tomas tran trang tuan uchenna
usha vikram wojciech xiao xiomara yan yasmin yetunde ying yoko youssef yun yuri zofia`)

/**
 * Capitalized words that are not part of a patient's name: professional, legal, and calendar terms, and sentence
 * starters.
 */
const NON_NAMES = toWordSet(`
a about according additionally after all also although am an and another any anyone are as ask at attached because been before below but by call called can chart
client could date day dear decedent deceased did do does dob don edit each even every example first for from fyi get had has have he hello help her here hey hi his how however i
if in is it its just last later let lol looking many me more most mr mrs ms my name named need new next no not note now of ok okay on once one or other our
patient patients per plaintiff please pt pts quick quote re read remember reply resident review right same second see seen she should since so some someone
still sure than thank thanks that the their them then there these they this those thx to today tomorrow tried two under until update was we well were what
when where which while who why will with would yes yesterday you your
january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun spring summer fall winter easter christmas thanksgiving
academy act acute admission advanced affidavit agency amendment america american analysis appeals appendix article associates association attorney audit bar bates
billing blue board bureau cardiac care case cause center centers centre certificate certified chapter chief circuit city civil claim claims class clinic clinical code college
coma commission committee company complaint conference congress consultant consulting consultants corporation council counsel county course court
critical cross daubert defendant defense department deposition diagnosis dignity director discharge discovery district division doctor document dow edition editor
emergency estate evidence exam examination examiner exhibit expert facility federal figure file files form foundation frye general glasgow group guide handbook health
hospital house icu inc independent injury institute insurance interrogatory joint journal judge justice labor laboratory law lecture legal lesson life
llc lnc lncc manual medicaid medical medicare memorial merrell methodist ministry module morse motion mount national north northern northwestern note notes number nurse nurses
nursing office operating opinion order page part party penal pharmaceuticals pharmacy physician plan planner planners planning policy practice press procedure
professional program progress protocol public quality question questions record records registered regional regulations rehab rehabilitation report request research response risk
rn rnc room root rule rules safety saint scale school science section security service services settlement social society south southern st standard standards
state states statute step street supreme surgery surgical team term test testimony title topic trauma trial tribunal unit united university v video
vs week western witness workers
alabama alaska arizona arkansas california carolina colorado connecticut dakota delaware florida hawaii idaho illinois indiana iowa kansas kentucky louisiana maine
maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada hampshire jersey mexico ohio oklahoma oregon pennsylvania rhode island
avenue road boulevard lane drive building ste suite plaza square hotel inn resort tower hall ballroom convention tower never always nothing everything everyone nobody did does
tennessee texas utah vermont washington wisconsin wyoming york portal intake advocate rights satisfaction experience relations education assessment monday's aetna cigna humana kaiser mercy baptist zoom google microsoft excel adobe epic cerner`)

const TITLE = String.raw`(?:Mr|Mrs|Ms|Miss|Mx|Señora?|Sra?|Baby(?: Boy| Girl)?|Rev|Sgt|Cpl|Pvt|Capt|Sister|Uncle|Aunt(?:ie)?|Pastor|Mme|Herr|Frau|Doña|Don)\.?`
const WORD = String.raw`(?!(?:Mr|Mrs|Ms|Miss|Dr)\b)(?:[Aa]l-|[Ee]l-|d')?\p{Lu}[\p{L}\p{M}']{1,24}(?:-\p{L}[\p{L}\p{M}]{1,24})?`
const BETWEEN = String.raw`(?: (?:\p{Lu}\.?|de la|de los|del?|da|dos|di|van der|van|von|bin|ibn|bint|al|el|Jr\.?|"\p{L}{2,15}"|\(\p{L}{2,15}\)))?`
const CAPITALIZED_NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}'@.-])(?:(${TITLE}) )?(\p{Lu}[\p{Lu}'-]{3,24}, \p{Lu}{3,20}|(?:\p{Lu}\. ?){0,2}${WORD}(?:${BETWEEN} ${WORD}){0,5}(?: \p{Lu}\.(?=,))?|\p{Lo}{2,6})(?![\p{L}\p{N}@])`,
  'gu',
)
const LOWERCASE_NAME =
  /(?<![\p{L}\p{N}'@.-])(?:(mr|mrs|ms|miss)\.? )?(\p{L}{2,24}(?: \p{L}\.?(?= ))?)(?: (\p{L}[\p{L}'-]{1,24}))?/gu

/** Matches a name that is introduced without a title, such as "our patient Ludmila" or "the child is Bodhi". */
const INTRODUCED_NAME =
  /(?:(?<!\p{L})(?:[Pp]ts?|[Pp]atient|[Cc]lient|[Cc]laimant|[Pp]laintiff|[Ee]xaminee|[Rr]esident|[Dd]ecedent|[Vv]eteran|[Vv]et|[Cc]hild|[Bb]aby|[Ii]nfant|[Nn]ewborn|[Bb]oy|[Gg]irl|[Tt]wins?|[Ll]ady|[Ww]idow|[Nn]eighbou?r|[Cc]ousin|[Nn]ephew|[Nn]iece)|'s friend)(?:'s name)?(?:,|:| is| was| named| called)? $/u

export const isNonName = (word: string) => NON_NAMES.has(word.toLowerCase().replace(/'s$|\.$/u, ''))

/** Removes words that are never names from both ends. */
function trimRun(run: string): { before: number; words: string } {
  let words = run.split(' ')
  let before = 0
  while (words[0] !== undefined && isNonName(words[0])) {
    before += words[0].length + 1
    words = words.slice(1)
  }
  while (words.length > 0 && isNonName(words.at(-1) ?? '')) words = words.slice(0, -1)
  return { before, words: words.some(isNonName) ? '' : words.join(' ') }
}

/**
 * Finds possible names in a text: capitalized words outside the professional vocabulary, a title followed by a word, or
 * a common given name in upper or lower case. Whether the name is a patient's depends on the context, which is checked
 * later.
 */
export function findNames(text: string): NameSpan[] {
  const names: NameSpan[] = []
  for (const match of text.matchAll(CAPITALIZED_NAME)) {
    const [all, title, run = ''] = match
    const { before, words } = trimRun(run)
    const start = match.index + all.length - run.length + before
    const isTitled =
      (title !== undefined && before === 0) || INTRODUCED_NAME.test(text.slice(Math.max(0, start - 30), start))
    const isFull = words.includes(' ') || /^\p{Lo}/u.test(words) || /^\p{Lu}\. ?\p{Lu}/u.test(words)
    if (words === '' || (!isTitled && !isFull && !GIVEN_NAMES.has(words.toLowerCase().replace(/'s$/u, '')))) continue
    const from = title !== undefined && before === 0 ? match.index : start
    const to = start + words.length
    names.push({ from, to, words: text.slice(from, to), isTitled, isFull })
  }
  return [...names, ...findLowercaseNames(text)].toSorted((one, other) => one.from - other.from)
}

/**
 * Finds names in lowercase: a title followed by a word, or a given name followed by a word that is not a common one.
 */
function findLowercaseNames(text: string): NameSpan[] {
  const names: NameSpan[] = []
  LOWERCASE_NAME.lastIndex = 0
  for (let match = LOWERCASE_NAME.exec(text); match; match = LOWERCASE_NAME.exec(text)) {
    const [all, title, first = '', last] = match
    const isGiven = GIVEN_NAMES.has(first.split(' ')[0]?.toLowerCase() ?? '') && /^\p{Ll}/u.test(first)
    if (!isGiven && title === undefined) {
      LOWERCASE_NAME.lastIndex = match.index + Math.max(1, (first.split(' ')[0] ?? '').length)
      continue
    }
    const isFull = isGiven && last !== undefined && !NON_NAMES.has(last.toLowerCase())
    const to = match.index + (isFull ? all.length : all.length - (last === undefined ? 0 : last.length + 1))
    names.push({ from: match.index, to, words: text.slice(match.index, to), isTitled: title !== undefined, isFull })
    LOWERCASE_NAME.lastIndex = to
  }
  return names
}
