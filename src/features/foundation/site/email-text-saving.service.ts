import { createHash } from 'node:crypto'
import type { Executor } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  EMAIL_TEXT_NAMES,
  type EditedText,
  type EmailTextName,
  findTextErrors,
  getEmailText,
  resolveEmailText,
  toStoredText,
} from '#features/foundation/email-texts/email-texts.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { findSettings, lockSettings, saveSettings } from './site.queries.ts'
import { SiteSettings } from './site-settings.service.ts'
import { readCurrentSite, saveSiteBeforeStudio } from './stored-site.service.ts'

type StoredTexts = NonNullable<SiteSettings['email_texts']>

/** Returns the text of an email, and its revision, so that a save can't overwrite later changes of others. */
export async function getEmailTextForm(
  db: Executor,
  name: EmailTextName,
): Promise<EditedText & { isChanged: boolean; revision: string }> {
  const texts = SiteSettings.parse((await findSettings(db)) ?? {}).email_texts ?? {}
  const { subject, opening, isOwnSubject, isOwnOpening } = resolveEmailText(name, texts)
  return { subject, opening, isChanged: isOwnSubject || isOwnOpening, revision: getRevision(texts, name) }
}

/** Lists all emails that the owner can change, in the order of the studio's list. */
export async function listEmailTexts(db: Executor) {
  const texts = SiteSettings.parse((await findSettings(db)) ?? {}).email_texts ?? {}
  return EMAIL_TEXT_NAMES.map((name) => {
    const { subject, isOwnSubject, isOwnOpening } = resolveEmailText(name, texts)
    return { name, ...getEmailText(name), subject, isChanged: isOwnSubject || isOwnOpening }
  })
}

type SaveEmailText = EditedText & { name: EmailTextName; revision: string; by: Staff }

/**
 * Saves the subject and opening of one email, like `email_texts` in `site.yaml`. Saving the standard text removes the
 * owner's. If there are errors, stores nothing and reports them by field.
 */
export async function saveEmailText(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { name, subject, opening, revision, by }: SaveEmailText,
): Promise<{ isSaved: boolean; revision: string }> {
  if (!hasPermission(by, 'change site settings')) throw permissionDeniedError(by, 'change site settings')
  const errors = findTextErrors(name, { subject, opening })
  if (Object.keys(errors).length > 0) throw fieldErrors(errors)
  return db.transaction(async (tx) => {
    const settings = SiteSettings.parse((await lockSettings(tx))?.settings ?? {})
    const texts = settings.email_texts ?? {}
    if (getRevision(texts, name) !== revision)
      throw new AppError(
        'busy',
        'Someone else saved this email’s text. Your changes are still here. Copy what you need and reload the page.',
      )
    const { [name]: _, ...others } = texts
    const own = toStoredText(name, { subject, opening })
    const changed: StoredTexts = own ? { ...others, [name]: own } : others
    if (getRevision(changed, name) === revision) return { isSaved: false, revision }
    const standing = await readCurrentSite(tx)
    const at = now()
    const saved = { ...settings, email_texts: Object.keys(changed).length > 0 ? changed : undefined }
    await saveSettings(tx, saved, at)
    await saveSiteBeforeStudio(tx, standing)
    const before = resolveEmailText(name, texts)
    const after = resolveEmailText(name, changed)
    await recordEvent(tx, {
      at,
      kind: 'site.email_text_saved',
      by,
      subject: { id: name, name: getEmailText(name).label },
      before: { subject: before.subject, opening: before.opening },
      after: { subject: after.subject, opening: after.opening },
    })
    return { isSaved: true, revision: getRevision(changed, name) }
  })
}

function getRevision(texts: StoredTexts, name: EmailTextName): string {
  const { subject = null, opening = null } = texts[name] ?? {}
  return createHash('sha256')
    .update(JSON.stringify([subject, opening]))
    .digest('hex')
    .slice(0, 12)
}
