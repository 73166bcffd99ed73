import type { FormField } from '../../../games/shared/options/form.ts'
import type { Content } from './frame.tsx'

/**
 * The fields `option.NAME` are folded, because the defaults suffice for most rooms. The hidden field `option.NAME.was`
 * contains the value that the form showed.
 */
export function OptionFields({ fields, open }: { fields: readonly FormField[]; open?: boolean }): Content {
  if (fields.length === 0) return ''
  return (
    <details open={open}>
      <summary>Options</summary>
      <div class="options">
        {fields.map((field) => (
          <OptionField {...field} />
        ))}
      </div>
    </details>
  )
}

function OptionField(field: FormField): Content {
  const { name, label, help, value } = field
  const id = `option.${name}`
  return (
    <LabelledField id={id} label={label} help={help}>
      <Control {...field} id={id} />
      {value !== '' && <input type="hidden" name={`${id}.was`} value={value} />}
      {field.removable && (
        <label>
          <input type="checkbox" name={`${id}.none`} value="true" />
          Remove (a value is set)
        </label>
      )}
    </LabelledField>
  )
}

function Control({ control, id, value, placeholder, defaultText }: FormField & { id: string }): Content {
  switch (control.kind) {
    case 'select':
      return (
        <select id={id} name={id}>
          {value === '' && <option value="">{defaultText}</option>}
          {control.choices.map((choice) => (
            <option value={choice.value} selected={choice.value === value}>
              {choice.label}
            </option>
          ))}
        </select>
      )
    case 'lines':
      return (
        <textarea id={id} name={id} rows={3} placeholder={placeholder}>
          {value}
        </textarea>
      )
    case 'input':
      return <input id={id} name={id} {...control.attributes} value={value} placeholder={placeholder} />
  }
}

/** `children`: the input of the field. */
export function LabelledField({
  id,
  label,
  help,
  children,
}: {
  id: string
  label: string
  help?: string | undefined
  children?: Content
}): Content {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {help && <p class="quiet">{renderBackticks(help)}</p>}
      {children}
    </div>
  )
}

/** Text between backticks becomes code. */
export const renderBackticks = (text: string): Content[] =>
  text.split('`').map((part, n) => (n % 2 === 1 ? <code>{part}</code> : part))
