import { useRef, useState } from 'react'
import type { enrollMembers } from '../enrollment.contract.ts'
import { MAX_FILE_BYTES, MAX_PEOPLE } from '#features/commerce/access/enrollment-file.contract.ts'
import type { EndpointInput } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { toBase64 } from '#web/client/base64.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { ChooseEncoding, type ChosenEncoding, EnrollmentOutcome, type EnrollmentReply } from './enrollment-outcome.tsx'
import { type ChosenFields, FileColumns, readChosenFields } from './file-columns.tsx'
import { useProductOptions } from './use-product-options.ts'
import { ReasonField } from './reason-field.tsx'

type ChosenFile = { name: string; content: string }

/** Five hundred people take a second, or longer if the server is busy. */
const ENROLL_TIMEOUT_MS = 30_000

const send = (body: EndpointInput<typeof enrollMembers>['body']) =>
  call<typeof enrollMembers>('POST /Academy/api/studio/enrolments/', { body, limitMs: ENROLL_TIMEOUT_MS })

type Enrollment = Omit<EndpointInput<typeof enrollMembers>['body'], 'only_check' | 'skip_mistakes'>

export const enrollmentActions = {
  checkFile: async (body: Enrollment) => ({ checked: await send({ ...body, only_check: true }) }),
  enroll: async (body: Enrollment): Promise<{ checked?: EnrollmentReply; message?: string }> => {
    // The rows with mistakes were shown before.
    const reply = await send({ ...body, only_check: false, skip_mistakes: true })
    const isDone = reply.granted + reply.added > 0 || reply.mistakes.length === 0
    return isDone ? { message: reply.message } : { checked: reply }
  },
}

type BulkEnrollmentProps = {
  /** Everyone in the file is also added to this group. */
  group?: { id: string; name: string }
  onEnrolled: () => void
  onClose: () => void
}

/** Enrolls everyone in a file. Starts with a dry run: no one is enrolled before the staff member confirms the count. */
export function BulkEnrollment({ group, onEnrolled, onClose }: BulkEnrollmentProps) {
  const action = useAction<typeof enrollmentActions>()
  const options = useProductOptions()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ product: '', why: '' })
  const [file, setFile] = useState<ChosenFile>()
  const [checked, setChecked] = useState<EnrollmentReply>()
  const [encoding, setEncoding] = useState<ChosenEncoding>(null)
  const [columns, setColumns] = useState<ChosenFields>()
  const [isTooLarge, setTooLarge] = useState(false)
  const change = (changed: Partial<typeof typed>) => {
    setTyped({ ...typed, ...changed })
    setChecked(undefined)
  }
  const forget = () => {
    setChecked(undefined)
    setFile(undefined)
    if (input.current) input.current.value = ''
  }
  const choose = async (chosen: File) => {
    setChecked(undefined)
    setEncoding(null)
    setColumns(undefined)
    const isAllowed = chosen.size <= MAX_FILE_BYTES
    setTooLarge(!isAllowed)
    setFile(isAllowed ? { name: chosen.name, content: await toBase64(chosen) } : undefined)
  }
  const getEnrollment = () => ({ ...typed, group: group?.id ?? null, content: file?.content ?? '' })
  const check = async (readAs = encoding, fields = columns) => {
    setEncoding(readAs)
    setColumns(fields)
    const reply = await action.submit('checkFile', { ...getEnrollment(), encoding: readAs, columns: fields })
    const saved = reply && !fields && readChosenFields(reply.checked.columns)
    if (saved) return check(readAs, saved)
    if (reply) setChecked(reply.checked)
  }
  const enroll = async () => {
    const reply = await action.submit('enroll', { ...getEnrollment(), encoding, columns })
    if (reply?.checked) setChecked(reply.checked)
    else if (reply) {
      forget()
      onEnrolled()
    }
  }
  return (
    <Form
      aria-label="Enroll from a file"
      className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 sm:p-6"
      onSubmit={() => {
        setChecked(undefined)
        return check()
      }}
    >
      <h2 className="text-xl">Enroll from a file</h2>
      <p className="max-w-text text-sm text-pretty">
        Everyone in the file gets the product for free. We create an account for anyone who doesn’t have one, and email
        a link to choose a password.{' '}
        {group
          ? `Everyone is added to ${group.name}, including those who already have the product.`
          : 'Anyone who already has the product is skipped.'}
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Product"
          value={typed.product}
          error={action.errors['product']}
          options={options}
          onChange={(product) => change({ product })}
        />
        <ReasonField why={typed.why} error={action.errors['why']} onChange={(why) => change({ why })} />
      </div>
      <TextField
        ref={input}
        type="file"
        label="Spreadsheet"
        hint={file ? `Chosen: ${file.name}` : `Up to ${MAX_PEOPLE} people and 1 MB: Excel or CSV.`}
        accept=".xlsx,.xls,.ods,.csv,.tsv,.txt,.zip"
        error={isTooLarge ? 'This file is larger than 1 MB. Split it into smaller files.' : action.errors['content']}
        className="file:mr-4 file:rounded-control file:border file:border-edge file:bg-surface file:px-3 file:py-1 file:text-sm file:font-semibold file:text-link"
        // Lets staff choose the same file again after fixing it.
        onClick={() => forget()}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) void choose(chosen)
        }}
      />
      <FileFormatHelp />
      <ActionNotice action={action} fields={['product', 'why', 'content']} />
      <div aria-live="polite" className="empty:hidden">
        {checked && checked.encodings.length > 0 ? (
          <ChooseEncoding encodings={checked.encodings} onChoose={(chosen) => void check(chosen)} />
        ) : (
          checked && file && <EnrollmentOutcome name={file.name} reply={checked} />
        )}
      </div>
      {checked && checked.columns.length > 0 && (
        <FileColumns columns={checked.columns} onChange={(fields) => void check(encoding, fields)} />
      )}
      <div className="flex flex-wrap gap-3">
        {checked && (checked.granted > 0 || (group && checked.had > 0)) ? (
          <Button key="enroll" busy={action.isRunning('enroll')} onClick={() => void enroll()}>
            {checked.granted === 0 ? 'Add' : 'Enroll'} {formatPeople(checked.granted || checked.had)}
          </Button>
        ) : (
          <Button key="check" type="submit" busy={action.isRunning('checkFile')}>
            Check file
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </Form>
  )
}

const formatPeople = (count: number) => (count === 1 ? 'one person' : `${count} people`)

function FileFormatHelp() {
  return (
    <Disclosure label="File format">
      <div className="text-sm text-pretty">
        <p>
          One row names the columns, in any order. Each row below is one person. Only the email is required. Rows above
          the names of the columns, other columns, and other sheets are ignored. The responses to a Google or Microsoft
          form work as they are.
        </p>
        <pre className="mt-2 overflow-x-auto rounded-control bg-wash p-3 text-sm">
          {'email,first name,last name,credentials\nnora@example.com,Nora,Nightingale,RN'}
        </pre>
      </div>
    </Disclosure>
  )
}
