import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { useDraft, usePlanField } from './draft-context.tsx'
import { PlanTextField, PlanListField, PlanTextArea } from './plan-fields.tsx'
import { PlanFileField } from './plan-files.tsx'

/** Buyer information on a course's page. May stay empty. */
export function BuyerInfoFields() {
  return (
    <>
      <PlanListField
        at={['outcomes']}
        label="After this course you can"
        hint="What a learner can do then, one a line: “tell a notice from an order”. Four are enough."
      />
      <PlanTextField at={['audience']} label="For whom" hint="Such as: Registered nurses who are new to legal work." />
      <fieldset className="flex flex-col gap-6 rounded-card border border-line p-4">
        <legend className="px-2 font-semibold">Who teaches</legend>
        <p className="text-sm text-muted">Left empty, it is the founder, as the page Site says.</p>
        <PlanTextField at={['teacher', 'name']} label="Name" />
        <PlanTextField at={['teacher', 'credentials']} label="Credentials" hint="RN, LNCC" />
        <PlanTextField at={['teacher', 'license']} label="License" hint="Registered nurse, license RN 123456, Ohio" />
        <PlanTextField at={['teacher', 'experience']} label="Experience" hint="18 years at the bedside" />
        <PlanFileField at={['teacher', 'portrait']} use="picture" label="Portrait" hint="Upright, at least 300 wide." />
        <PlanTextArea at={['teacher', 'text']} label="Story" />
      </fieldset>
      <FaqFields />
    </>
  )
}

type FaqItem = { question: string; reply: string }

const AT = ['common_questions']

function FaqFields() {
  const { value, set, error } = usePlanField<FaqItem[]>(AT)
  const { view } = useDraft()
  const found = (index: number, field: string) =>
    view.worked.findings.find(({ at }) => at.join('/') === [...AT, index, field].join('/'))?.message
  const change = (index: number, part: Partial<FaqItem>) =>
    set(value.map((each, other) => (other === index ? { ...each, ...part } : each)))
  return (
    <fieldset className="flex flex-col gap-6 rounded-card border border-line p-4">
      <legend className="px-2 font-semibold">Asked before buying</legend>
      {value.map(({ question, reply }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- They have no other name, and keep their order.
        <div key={index} className="flex flex-col gap-4">
          <TextField
            label={`Question ${index + 1}`}
            autoComplete="off"
            value={question}
            error={found(index, 'question')}
            onChange={({ currentTarget }) => change(index, { question: currentTarget.value })}
          />
          <TextArea
            label={`Reply ${index + 1}`}
            rows={3}
            value={reply}
            error={found(index, 'reply')}
            onChange={({ currentTarget }) => change(index, { reply: currentTarget.value })}
          />
          <div>
            <Button variant="link" onClick={() => set(value.filter((_each, other) => other !== index))}>
              Take out question {index + 1}
            </Button>
          </div>
        </div>
      ))}
      {error && <p className="text-sm font-medium text-danger">{error}</p>}
      <div>
        <Button variant="quiet" onClick={() => set([...value, { question: '', reply: '' }])}>
          Add a question
        </Button>
      </div>
    </fieldset>
  )
}
