import { useRef, useState } from 'react'
import type { enrollMembers } from '../enrollment.contract.ts'
import { MAX_FILE_BYTES, MAX_PEOPLE } from '#features/commerce/access/enrollment-file.contract.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { toBase64 } from '#web/client/base64.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useProductOptions } from './use-product-options.ts'

type Reply = EndpointReply<typeof enrollMembers>
type ChosenFile = { name: string; content: string }
type ChosenEncoding = Reply['encodings'][number]['encoding'] | null

/** Five hundred people take a second, or longer if the server is busy. */
const ENROLL_TIMEOUT_MS = 30_000

const send = (body: EndpointInput<typeof enrollMembers>['body']) =>
  call<typeof enrollMembers>('POST /Academy/api/studio/enrolments/', { body, limitMs: ENROLL_TIMEOUT_MS })

type Enrollment = Omit<EndpointInput<typeof enrollMembers>['body'], 'only_check'>

export const enrollmentActions = {
  checkFile: async (body: Enrollment) => ({ checked: await send({ ...body, only_check: true }) }),
  enroll: async (body: Enrollment): Promise<{ checked?: Reply; message?: string }> => {
    const reply = await send({ ...body, only_check: false })
    return reply.mistakes.length > 0 ? { checked: reply } : { message: reply.message }
  },
}

type BulkEnrollmentProps = { onEnrolled: () => void; onClose: () => void }

/** Enrolls everyone in a file. Starts with a dry run: no one is enrolled before the staff member confirms the count. */
export function BulkEnrollment({ onEnrolled, onClose }: BulkEnrollmentProps) {
  const action = useAction<typeof enrollmentActions>()
  const options = useProductOptions()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ product: '', why: '' })
  const [file, setFile] = useState<ChosenFile>()
  const [checked, setChecked] = useState<Reply>()
  const [encoding, setEncoding] = useState<ChosenEncoding>(null)
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
    const isAllowed = chosen.size <= MAX_FILE_BYTES
    setTooLarge(!isAllowed)
    setFile(isAllowed ? { name: chosen.name, content: await toBase64(chosen) } : undefined)
  }
  const check = async (readAs = encoding) => {
    setChecked(undefined)
    setEncoding(readAs)
    const reply = await action.submit('checkFile', { ...typed, content: file?.content ?? '', encoding: readAs })
    if (reply) setChecked(reply.checked)
  }
  const enroll = async () => {
    const reply = await action.submit('enroll', { ...typed, content: file?.content ?? '', encoding })
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
      onSubmit={() => check()}
    >
      <h2 className="text-xl">Enroll from a file</h2>
      <p className="max-w-text text-sm text-pretty">
        Everyone in the file gets the product for free. We create an account for anyone who doesn’t have one, and email
        a link to choose a password. Anyone who already has the product is skipped.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Product"
          value={typed.product}
          error={action.errors['product']}
          options={options}
          onChange={(product) => change({ product })}
        />
        <TextField
          label="Reason"
          hint="Saved in the audit log with your name."
          maxLength={500}
          autoComplete="off"
          value={typed.why}
          error={action.errors['why']}
          onChange={({ currentTarget }) => change({ why: currentTarget.value })}
        />
      </div>
      <TextField
        ref={input}
        type="file"
        label="CSV file"
        hint={file ? `Chosen: ${file.name}` : `Up to ${MAX_PEOPLE} people and 200 KB.`}
        accept=".csv,.tsv,.txt"
        error={isTooLarge ? 'This file is larger than 200 KB. Split it into smaller files.' : action.errors['content']}
        className="file:mr-4 file:rounded-control file:border file:border-edge file:bg-surface file:px-3 file:py-1 file:text-sm file:font-semibold file:text-link"
        // Lets staff choose the same file again after fixing it.
        onClick={() => forget()}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) void choose(chosen)
        }}
      />
      <FileFormatHelp />
      <ActionNotice action={action} />
      <div aria-live="polite" className="empty:hidden">
        {checked && checked.encodings.length > 0 ? (
          <ChooseEncoding encodings={checked.encodings} onChoose={(chosen) => void check(chosen)} />
        ) : (
          checked && file && <Outcome name={file.name} reply={checked} />
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {checked && checked.granted > 0 ? (
          <Button key="enroll" busy={action.isRunning('enroll')} onClick={() => void enroll()}>
            Enroll {checked.granted === 1 ? 'one person' : `${checked.granted} people`}
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

function FileFormatHelp() {
  return (
    <Disclosure label="File format">
      <div className="text-sm text-pretty">
        <p>
          The first line names the columns, in any order. Each line below is one person. Only the email is required.
          Other columns are ignored.
        </p>
        <pre className="mt-2 overflow-x-auto rounded-control bg-wash p-3 text-sm">
          {'email,first name,last name,credentials\nnora@example.com,Nora,Nightingale,RN'}
        </pre>
      </div>
    </Disclosure>
  )
}

/** The file does not say which encoding it uses, but a person who sees the names can tell. */
function ChooseEncoding({
  encodings,
  onChoose,
}: Pick<Reply, 'encodings'> & { onChoose: (encoding: ChosenEncoding) => void }) {
  return (
    <>
      <Notice kind="info">
        This file isn’t UTF-8, so its accented letters can be read in several ways. Choose the encoding that shows all
        names correctly.
      </Notice>
      <ul className="mt-3 flex flex-col text-sm">
        {encodings.map(({ encoding, label, sample }) => (
          <li
            key={encoding}
            className="flex flex-col gap-3 border-t border-line py-3 first:border-t-0 sm:flex-row sm:items-start"
          >
            <div className="min-w-0 grow">
              <p className="font-semibold">{label}</p>
              <pre className="overflow-x-auto">{sample.join('\n')}</pre>
            </div>
            <Button variant="quiet" onClick={() => onChoose(encoding)}>
              Use {label}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">If none is correct, open the original and save it as “CSV UTF-8.”</p>
    </>
  )
}

function Outcome({ name, reply: { message, mistakes, more_mistakes: more } }: { name: string; reply: Reply }) {
  if (mistakes.length === 0) return <Notice kind="info">{message}</Notice>
  const count = mistakes.length + more
  return (
    <>
      <Notice kind="error">
        No one was enrolled. Fix {count === 1 ? 'the problem' : `${count} problems`} in {name} and choose the file
        again.
      </Notice>
      <ul className="mt-3 flex flex-col text-sm">
        {mistakes.map(({ line, message: wrong }) => (
          <li
            key={`${line} ${wrong}`}
            className="flex flex-col border-t border-line py-2 first:border-t-0 sm:flex-row sm:gap-4"
          >
            <span className="flex-none font-semibold sm:w-24">{line === null ? 'The file' : `Line ${line}`}</span>
            <span className="min-w-0 wrap-anywhere">{wrong}</span>
          </li>
        ))}
        {more > 0 && <li className="border-t border-line py-2 text-muted">And {more} more.</li>}
      </ul>
    </>
  )
}
