import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Executor } from '#db/open-database.ts'
import type { FolderReadContext } from '#features/foundation/product-folders/product-folders.public.ts'
import { checkText } from '#features/foundation/markdown/markdown.public.ts'
import {
  getCustomPolicyText,
  POLICY_NAMES,
  type PolicyName,
  getPolicyVersion,
  savePolicy,
  findUnfilledPlaceholders,
} from '#features/foundation/site/site.public.ts'
import type { ImportReport } from './import-reports.rules.ts'

export type PolicyTexts = Partial<Record<PolicyName, string>>

const getPolicyFileName = (policy: PolicyName) => `${policy}.md`

/** Reads `terms.md` and `privacy.md`. Adds errors to the reader's problems. */
export async function readPolicies({ folder, problems }: FolderReadContext): Promise<PolicyTexts> {
  const texts: PolicyTexts = {}
  for (const entry of await folder.entries('')) {
    const [, policy] = /^(terms|privacy)[\w -]*(?:[.](?:md|markdown|txt|docx?|pdf|html?))+$/i.exec(entry.name) ?? []
    const usual = `${policy?.toLowerCase()}.md`
    if (policy !== undefined && entry.isFile && entry.name !== usual)
      problems.push({ file: entry.name, message: `must be named ${usual} and written in Markdown` })
  }
  for (const policy of POLICY_NAMES) {
    const file = getPolicyFileName(policy)
    if (!(await folder.has(file))) continue
    const text = await folder.text(file)
    if (typeof text !== 'string') {
      problems.push(text.problem)
      continue
    }
    const markdown = text.replaceAll('\r\n', '\n')
    const checked = await checkText({ text: markdown, style: 'chapters' })
    const places = 'wrong' in checked ? [{ message: checked.wrong }] : checked.warnings
    problems.push(...[...findUnfilledPlaceholders(markdown), ...places].map((place) => ({ file, ...place })))
    texts[policy] = markdown.trim()
  }
  return texts
}

type CurrentPolicies = Readonly<Record<PolicyName, { text: string | undefined; version: string }>>

/** Reads both policies before anything is saved, because saving settings can change their texts. */
export async function getCurrentPolicies(tx: Executor): Promise<CurrentPolicies> {
  const of = async (policy: PolicyName) => ({
    text: await getCustomPolicyText(tx, policy),
    version: await getPolicyVersion(tx, policy),
  })
  return { terms: await of('terms'), privacy: await of('privacy') }
}

/**
 * Applies the folder's policies, which belong to the settings. If the folder has `site.yaml` but lacks a policy, the
 * built-in text of that policy applies again.
 */
export async function savePolicies(
  tx: Executor,
  { texts, isWhole, before, now }: { texts: PolicyTexts; isWhole: boolean; before: CurrentPolicies; now: Date },
): Promise<ImportReport['policies']> {
  const report: ImportReport['policies'] = []
  for (const policy of POLICY_NAMES) {
    const markdown = texts[policy]
    if (markdown === undefined && !isWhole) continue
    await savePolicy(tx, policy, { markdown, now })
    const version = await getPolicyVersion(tx, policy)
    if (markdown === undefined && before[policy].text === undefined) continue
    const file = getPolicyFileName(policy)
    if (markdown === undefined)
      report.push({
        file,
        outcome: 'changed',
        changes: [`no longer in the folder: the built-in text applies again, version ${version}`],
      })
    else if (version === before[policy].version) report.push({ file, outcome: 'unchanged', changes: [] })
    else
      report.push({
        file,
        outcome: before[policy].text === undefined ? 'new' : 'changed',
        changes: [`in effect as version ${version}, instead of ${before[policy].version}`],
      })
  }
  return report
}

export async function writePolicies(tx: Executor, folder: string): Promise<void> {
  for (const policy of POLICY_NAMES) {
    const text = await getCustomPolicyText(tx, policy)
    if (text !== undefined) await writeFile(path.join(folder, getPolicyFileName(policy)), `${text}\n`)
  }
}
