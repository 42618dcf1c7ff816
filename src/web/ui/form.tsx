import type { ComponentProps } from 'react'
import { Notice } from './notice.tsx'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (form: HTMLFormElement) => unknown }

/**
 * A form whose input is checked by what it is sent to, not by the browser. `post`, so that a submit before scripts run
 * puts no field into the address.
 */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      method="post"
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles the submit of a dialog's form to the page's form.
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
  /** Fields that show their errors themselves. */
  fields?: readonly string[]
  className?: string
}

/** The outcome of an action, from `useAction`. */
export function ActionNotice({ action: { status, errors = {} }, fields = [], className }: ActionNoticeProps) {
  if (!status || fields.some((field) => errors[field] !== undefined)) return null
  return (
    <Notice kind={status.kind} {...(className !== undefined && { className })}>
      {status.text}
    </Notice>
  )
}
