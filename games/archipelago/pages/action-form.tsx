import type { Child } from 'hono/jsx'
import type { PageRoom } from '../../game.ts'

const maxNameLength = 40

interface ActionFormProps {
  readonly room: PageRoom
  readonly action: string
  /** Sent as hidden fields. */
  readonly params?: { readonly [name: string]: string | number }
  /** The label of the field for a secret, for example `Claim link`. */
  readonly secret?: string | undefined
  readonly button: string
  readonly isDangerous?: boolean
  readonly children?: Child
}

export function ActionForm({
  room,
  action,
  params = {},
  secret,
  button,
  isDangerous,
  children,
}: ActionFormProps): Child {
  const id = `${action}-secret`
  return (
    <form
      method="post"
      action={`${room.path}/act/${action}`}
      enctype="multipart/form-data"
      data-form={action}
    >
      {secret && (
        <div class="field">
          <label for={id}>{secret}</label>
          <p class="quiet">
            The link that you got when you submitted this form. The host can use the host link.
          </p>
          <input id={id} name="secret" type="password" required autocomplete="off" />
        </div>
      )}
      {Object.entries(params).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
      <p class="actions">
        <button type="submit" class={isDangerous ? 'danger' : undefined}>
          {button}
        </button>
      </p>
    </form>
  )
}

interface ChangeFormsProps extends Pick<ActionFormProps, 'room' | 'params' | 'secret' | 'children'> {
  readonly summary: string
  readonly change: Pick<ActionFormProps, 'action' | 'button'>
  /** Undefined while there is nothing to undo. */
  readonly withdrawal: Pick<ActionFormProps, 'action' | 'button'> | undefined
}

/** Two forms, one for an action and one that undoes it. `children`: the fields of the first form. */
export function ChangeForms({ summary, change, withdrawal, children, ...both }: ChangeFormsProps): Child {
  const actions = withdrawal ? [change.action, withdrawal.action] : [change.action]
  return (
    <details data-forms={actions.join(' ')}>
      <summary>{summary}</summary>
      <ActionForm {...both} {...change}>
        {children}
      </ActionForm>
      {withdrawal && <ActionForm {...both} {...withdrawal} isDangerous />}
    </details>
  )
}

export function PersonFields({ called, discord }: { called: string; discord: string }): Child {
  return (
    <>
      <div class="field">
        <label for="called">Your name</label>
        <input
          id="called"
          name="called"
          required
          maxlength={maxNameLength}
          value={called}
          autocomplete="nickname"
        />
      </div>
      <div class="field">
        <label for="discord">Discord user id</label>
        <p class="quiet">
          15 to 20 digits, so that messages in Discord can mention you. Everybody can read the id. Optional.
        </p>
        <input
          id="discord"
          name="discord"
          inputmode="numeric"
          pattern="[0-9]{15,20}"
          maxlength={20}
          value={discord}
          autocomplete="off"
        />
      </div>
    </>
  )
}
