// The section of the owner page that downloads or erases the data of one player.
import type { Game } from '../../../games/game.ts'
import type { Content } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { ErasureTerms } from '../rooms/my-data.tsx'
import { ConfirmBox, OwnerForm } from './owner-form.tsx'

export function PlayerDataSection({ game }: { game: Game }): Content {
  return (
    <section aria-labelledby="player-data">
      <h2 id="player-data">Data of a player</h2>
      <p>Players can ask you for the data that this room stores about them, and to erase it.</p>
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
          <button type="submit" name="act" value="player-file" class="second">
            Download
          </button>
        </p>
        <ErasureTerms game={game} />
        <ConfirmBox id="player-sure" label="Yes, erase everything of this player." />
        <p class="actions">
          <button type="submit" name="act" value="erase-player" class="danger">
            Erase
          </button>
        </p>
      </OwnerForm>
    </section>
  )
}
