import type { Game } from '../../../games/game.ts'
import type { Content } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { ErasureTerms } from '../rooms/my-data.tsx'
import { ConfirmBox, OwnerForm, SubmitButton } from './owner-form.tsx'

export function PlayerDataSection({ game }: { game: Game }): Content {
  return (
    <section aria-labelledby="player-data">
      <h2 id="player-data">Data of a player</h2>
      <p>Players can ask you to send or erase the data that this room stores about them.</p>
      <OwnerForm name="player-data">
        <LabelledField id="player-name" label="Name of the player">
          <input
            id="player-name"
            name="name"
            required
            maxlength={255}
            autocomplete="off"
            autocapitalize="none"
          />
        </LabelledField>
        <p class="actions">
          <SubmitButton act="player-file" label="Download" look="second" />
        </p>
        <ErasureTerms game={game} />
        <ConfirmBox id="player-sure" label="Yes, erase everything of this player." />
        <p class="actions">
          <SubmitButton act="erase-player" label="Erase" look="danger" />
        </p>
      </OwnerForm>
    </section>
  )
}
