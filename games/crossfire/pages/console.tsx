import type { Child } from 'hono/jsx'
import type { ConsoleForm } from '../../game.ts'

export function consoleForms(): readonly ConsoleForm[] {
  return [
    {
      title: 'Unused characters and accounts',
      content: (
        <>
          <Field id="say-days" label="Days without use">
            <input id="say-days" name="rest" type="number" min={0} max={3650} value="30" required />
          </Field>
          <CommandButtons lines={ageLines} />
        </>
      ),
    },
    {
      title: 'One character or account',
      content: (
        <>
          <Field id="say-name" label="Name">
            <input
              id="say-name"
              name="word"
              maxlength={32}
              required
              autocomplete="off"
              autocapitalize="none"
            />
          </Field>
          <CommandButtons lines={nameLines} />
        </>
      ),
    },
  ]
}

type Lines = readonly (readonly [line: string, words: string])[]

const ageLines: Lines = [
  ['/characters', 'List characters'],
  ['/accounts', 'List accounts'],
  ['/prune', 'Delete unplayed characters'],
]
const nameLines: Lines = [
  ['/delete-character', 'Delete the character'],
  ['/delete-account', 'Delete the account and its characters'],
]

function CommandButtons({ lines }: { lines: Lines }): Child {
  return (
    <p class="actions">
      {lines.map(([line, words]) => (
        <button
          type="submit"
          name="line"
          value={line}
          class={words.startsWith('Delete') ? 'danger' : 'second'}
        >
          {words}
        </button>
      ))}
    </p>
  )
}

function Field({ id, label, children }: { id: string; label: string; children?: Child }): Child {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
    </div>
  )
}
