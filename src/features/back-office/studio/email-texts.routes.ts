import type { FastifyInstance } from 'fastify'
import { previewEmail, requestSampleEmail } from '#features/back-office/email-previews/email-previews.public.ts'
import { getEmailText, getVariables } from '#features/foundation/email-texts/email-texts.public.ts'
import {
  getEmailTextForm,
  listEmailTexts as list,
  saveEmailText as save,
} from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import {
  listEmailTexts,
  previewEmailText,
  readEmailText,
  saveEmailText,
  testEmailText,
} from './email-texts.contract.ts'

export function emailTextRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listEmailTexts, async () => ({
    emails: (await list(deps.db)).map(({ isChanged, ...email }) => ({ ...email, is_changed: isChanged })),
  }))
  registerEndpoint(app, readEmailText, async ({ params: { name } }) => {
    const { isChanged, ...text } = await getEmailTextForm(deps.db, name)
    const { label, trigger, exception = null, subject, opening } = getEmailText(name)
    const variables = Object.entries(getVariables(name)).map(([variable, meaning]) => ({ name: variable, meaning }))
    const preview = await previewEmail(deps, { name, subject: text.subject, opening: text.opening })
    return {
      name,
      label,
      trigger,
      exception,
      standard: { subject, opening },
      variables,
      preview,
      ...text,
      is_changed: isChanged,
    }
  })
  registerEndpoint(app, saveEmailText, async ({ params: { name }, body, member }) => {
    const { isSaved, revision } = await save(deps, { name, ...body, by: toStaff(member) })
    return { message: isSaved ? 'Saved. The next emails will have this text.' : 'No changes to save.', revision }
  })
  registerEndpoint(app, previewEmailText, ({ params: { name }, body }) => previewEmail(deps, { name, ...body }))
  registerEndpoint(app, testEmailText, async ({ params: { name }, body, member }) => {
    const address = await requestSampleEmail(deps, { name, ...body, memberId: member.id, by: toStaff(member) })
    return { message: `We’re sending it to ${address}. It should arrive within a minute.` }
  })
}
