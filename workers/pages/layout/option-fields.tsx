// A game's options as form fields.
import type { FormField } from '../../../games/shared/options/form.ts'
import type { Content } from './frame.tsx'

/** Options as fields named `option.NAME`, folded because the defaults suffice. */
export function OptionFields({ fields, open }: { fields: readonly FormField[]; open?: boolean }): Content {
  if (fields.length === 0) return ''
  return (
    <details open={open}>
      <summary>Options</summary>
      {fields.map((field) => (
        <OptionField {...field} />
      ))}
    </details>
  )
}

function OptionField(field: FormField): Content {
  const { name, label, description, accepts, defaultText, value, control } = field
  const id = `option.${name}`
  if (control.kind === 'checkbox')
    return (
      <div class="field">
        <label for={id}>
          <input id={id} name={id} type="checkbox" value="true" checked={value === 'true'} />
          {label}
        </label>
        <p class="quiet">{description}</p>
      </div>
    )
  return (
    <Field id={id} label={label} help={`${description} ${accepts}; ${defaultText}.`}>
      <Control {...field} id={id} />
      {field.removable && (
        <label>
          <input type="checkbox" name={`${id}.none`} value="true" />
          Remove (a value is set)
        </label>
      )}
    </Field>
  )
}

function Control({ control, id, value }: FormField & { id: string }): Content {
  switch (control.kind) {
    case 'select':
      return (
        <select id={id} name={id}>
          {control.choices.map((choice) => (
            <option value={choice} selected={choice === value}>
              {choice}
            </option>
          ))}
        </select>
      )
    case 'lines':
      return (
        <textarea id={id} name={id} rows={3}>
          {value}
        </textarea>
      )
    case 'number':
      return (
        <input
          id={id}
          name={id}
          type="number"
          min={control.min}
          max={control.max}
          step={control.step}
          value={value}
        />
      )
    case 'text':
    case 'password':
      return (
        <input
          id={id}
          name={id}
          type={control.kind}
          maxlength={control.maxLength}
          value={value}
          autocomplete={control.kind === 'password' ? 'new-password' : 'off'}
        />
      )
    case 'checkbox':
      return ''
  }
}

/** A label, a help sentence and an input. */
export function Field({
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
      {help && <p class="quiet">{help}</p>}
      {children}
    </div>
  )
}
