import type { Random } from '#shared/random.ts'
import { MIN_PASSING_PERCENT, getScorePercent } from './exams.rules.ts'

/** An open paper is the same for so long. */
export const PAPER_LIFETIME_MS = 24 * 60 * 60_000

/** A lecture is named as one to see again only where the paper asked so many questions of it: with fewer it would name the missed one. */
export const MIN_QUESTIONS_TO_NAME_LECTURE = 3

/** Leaves everything where it stands. */
const inOrder: Random = (below) => below - 1

/** A question as a paper asks it: which version, and the indices of its options in the order in which they stand there. */
type AskedQuestion = { questionId: string; version: number; order: number[] }

type BankQuestion = { id: string; version: number; options: readonly string[]; lectureId: string | null }

/** The questions of a new paper: all of the bank as they stand or, with `draw`, so many of them in a new order. Their options stand in a new order each time. */
export function drawPaper(bank: readonly BankQuestion[], draw: number | null, random: Random): AskedQuestion[] {
  const asked = draw === null ? bank : shuffle(drawEvenly(bank, draw, random), random)
  return asked.map(({ id, version, options }) => ({
    questionId: id,
    version,
    order: shuffle([...options.keys()], random),
  }))
}

/** What visitors see of the bank: as many as a paper asks, always the same. */
export function pickSampleQuestions<Question extends BankQuestion>(
  bank: readonly Question[],
  draw: number | null,
): readonly Question[] {
  if (draw === null) return bank
  const chosen = new Set(drawEvenly(bank, draw, inOrder))
  return bank.filter((question) => chosen.has(question))
}

/** As many of each lecture as of any other, as far as the bank has them. */
function drawEvenly<Question extends BankQuestion>(
  bank: readonly Question[],
  draw: number,
  random: Random,
): Question[] {
  const lectures = [...Map.groupBy(bank, ({ lectureId }) => lectureId).values()]
  const piles = shuffle(lectures, random).map((questions) => shuffle(questions, random))
  const rounds = Math.max(0, ...piles.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => piles.flatMap((pile) => pile.slice(round, round + 1)))
    .flat()
    .slice(0, draw)
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = random(last + 1)
    ;[mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item]
  }
  return mixed
}

type Lecture = { name: string; slug: string }

/** After failing: the lectures of which too little was right, in their order, where that does not tell which question was missed. */
export function findLecturesToReview(counted: readonly { lecture: Lecture | null; isRight: boolean }[]): Lecture[] {
  const graded = counted.flatMap(({ lecture, isRight }) => (lecture ? [{ lecture, isRight }] : []))
  const lectures = [...Map.groupBy(graded, ({ lecture }) => lecture.slug).values()].flatMap((asked) => {
    const score = asked.filter(({ isRight }) => isRight).length
    const isReviewed =
      asked.length >= MIN_QUESTIONS_TO_NAME_LECTURE &&
      getScorePercent({ score, total: asked.length }) < MIN_PASSING_PERCENT
    return isReviewed && asked[0] ? [asked[0].lecture] : []
  })
  // A name begins with its number.
  return lectures.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
}
