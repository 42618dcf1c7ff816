import type { ComponentProps } from 'react'
import { Notice } from './notice.tsx'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (form: HTMLFormElement) => unknown }

/**
 * A form that is validated by its action or the API, not by the browser. Uses `post`, so that submitting before scripts
 * run doesn't put fields into the URL.
 */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      method="post"
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles the submit event of a dialog's form to the page's form.
        event.stopPropagation()
        void onSubmit(event.currentTarget)
      }}
    />
  )
}

type ActionNoticeProps = {
  action: {
    status: { kind: 'success' | 'error' | 'info'; text: string } | undefined
    errors?: Readonly<Record<string, string>>
  }
  /** Fields that display their errors themselves. */
  fields?: readonly string[]
  className?: string
}

/** Shows the outcome of an action from `useAction`. */
export function ActionNotice({ action: { status, errors = {} }, fields = [], className }: ActionNoticeProps) {
  if (!status || fields.some((field) => errors[field] !== undefined)) return null
  return (
    <Notice kind={status.kind} {...(className !== undefined && { className })}>
      {status.text}
    </Notice>
  )
}
