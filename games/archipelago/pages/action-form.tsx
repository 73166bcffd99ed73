// Forms that change something in the room, complete without script.
import type { Child } from 'hono/jsx'
import type { PageRoom } from '../../game.ts'

const maxNameLength = 40

interface ActionFormProps {
  readonly room: PageRoom
  /** Name of the action. */
  readonly action: string
  /** Hidden fields: the action's parameters. */
  readonly params?: { readonly [name: string]: string | number }
  /** The name of the secret, if the form needs one: `Claim link`. */
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
          <p class="quiet">The link that you got when you saved this. The host can use the host link.</p>
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
  /** Names of an action and its button. */
  readonly change: Pick<ActionFormProps, 'action' | 'button'>
  /** Names of the action that undoes `change`, and of its button; undefined while there is nothing to undo. */
  readonly withdrawal: Pick<ActionFormProps, 'action' | 'button'> | undefined
}

/** An action and its withdrawal, with the same parameters and secret. `children`: fields of the action. */
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

/** The name of the person, and their Discord id. */
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
          15 to 20 digits, so that messages in Discord can mention you. Everybody can read it. Optional.
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
