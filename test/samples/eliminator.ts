import type { Random } from '#shared/random.ts'

type Asked = { question: string; options: readonly string[] }
type Chosen = { question: string; chosen: string }

/**
 * Knows nothing about the subject: prefers answers chosen in attempts with high scores, and believes what responses
 * say.
 */
export function eliminator(random: Random) {
  const worth = new Map<string, number>()
  const key = (question: string, option: string) => `${question}\n${option}`
  const worthOf = (question: string, option: string) => worth.get(key(question, option)) ?? 1
  return {
    choose({ question, options }: Asked): string {
      const weights = options.map((option) => worthOf(question, option))
      let left = (random(1_000_000) / 1_000_000) * weights.reduce((sum, weight) => sum + weight, 0)
      return options.find((_, place) => (left -= weights[place] ?? 0) < 0) ?? options[0] ?? ''
    },
    /** Learns from a submitted attempt with this share of correct answers, from 0 to 1. */
    learn(given: readonly Chosen[], share: number): void {
      // Each answer is as likely to be correct as the attempt's score says. Initially, the chance is one in four.
      const factor = Math.max(0.05, share / Math.max(0.05, (1 - share) / 3))
      for (const { question, chosen } of given) worth.set(key(question, chosen), worthOf(question, chosen) * factor)
    },
    /** A response has revealed whether this option is correct. */
    hear({ question, option, isRight }: { question: string; option: string; isRight: boolean }): void {
      worth.set(key(question, option), isRight ? 1_000_000 : 0)
    },
  }
}
