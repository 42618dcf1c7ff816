import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { TextButton } from '#web/ui/text-link.tsx'
import type { previewEmailText, readEmailText } from '../email-texts.contract.ts'
import { EmailPreview } from './email-preview.tsx'
import type { emailTextActions } from './email-text-actions.ts'
import { LeaveNotice } from './leave-notice.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useVariables, VariableList } from './variables.tsx'

export type EmailTextRead = EndpointReply<typeof readEmailText>
type Text = { subject: string; opening: string }
type Field = keyof Text
type TypingField = HTMLInputElement | HTMLTextAreaElement

const isSame = (one: Text, other: Text) => one.subject === other.subject && one.opening === other.opening

/** Changes the subject and opening lines of one email. */
export function EmailTextForm({ read }: { read: EmailTextRead }) {
  const { name, standard, variables, exception, trigger } = read
  const [text, setText] = useState<Text>({ subject: read.subject, opening: read.opening })
  const [{ saved, revision }, setSaved] = useState({ saved: text, revision: read.revision })
  const action = useAction<typeof emailTextActions>()
  const { errors } = action
  const isChanged = !isSame(text, saved)
  const change = (part: Partial<Text>) => {
    for (const field of Object.keys(part)) action.clearError(field)
    setText((now) => ({ ...now, ...part }))
  }
  const save = async () => {
    const sent = text
    const reply = await action.submit('saveText', name, { ...sent, revision })
    if (reply) setSaved({ saved: sent, revision: reply.revision })
  }
  const { mainField, onFocus, insert } = useVariables(text, 'opening', change)
  const typing = (field: Field) => ({
    value: text[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: TypingField }) => change({ [field]: currentTarget.value }),
    onFocus: onFocus(field),
  })
  return (
    <Form className="flex flex-col gap-8" onSubmit={save}>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-8">
          <p className="max-w-text text-pretty">
            <strong>Sent when:</strong> {trigger} {exception}
          </p>
          <SettingsSection id="text" title="Text">
            <TextField label="Subject" hint="At most 120 characters. Phones show about 40." {...typing('subject')} />
            <TextArea
              ref={mainField}
              label="Opening lines"
              hint="Plain text, at most 3 paragraphs. The heading, facts, buttons, and footer stay as they are."
              rows={5}
              {...typing('opening')}
            />
            {!isSame(text, standard) && (
              <TextButton className="self-start" onClick={() => change(standard)}>
                Use the standard text
              </TextButton>
            )}
          </SettingsSection>
          <SettingsSection id="variables" title="Variables">
            <VariableList variables={variables} onInsert={insert} />
          </SettingsSection>
        </div>
        <EmailPreview
          text={text}
          saved={read.preview}
          load={(body, signal) =>
            call<typeof previewEmailText>('POST /Academy/api/studio/email-texts/:name/preview/', {
              params: { name },
              body,
              signal,
            })
          }
        />
      </div>
      <div
        data-sticky="bottom"
        className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-t border-line bg-paper px-4 py-3"
      >
        <LeaveNotice isChanged={isChanged} />
        <ActionNotice action={action} fields={['subject', 'opening']} />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" busy={action.isRunning('saveText')} disabled={!isChanged}>
            Save
          </Button>
          <Button
            variant="quiet"
            busy={action.isRunning('sendTest')}
            onClick={() => void action.submit('sendTest', name, text)}
          >
            Send me a test
          </Button>
          <p className="text-sm text-muted">{isChanged ? 'Unsaved changes' : 'All changes saved'}</p>
        </div>
      </div>
    </Form>
  )
}
