// `packetboat room player-data`: prints or erases the data that a room stores about a player.
import { requireConfirmation } from '../terminal/confirm.ts'
import type { Output } from '../terminal/output.ts'
import { apiClient, type ConfirmationFlags } from './room.ts'

export interface PlayerDataFlags extends ConfirmationFlags {
  readonly erase?: true
}

/** `player`: the player's name or, in some games, a number or a slot. */
export async function exportOrErasePlayerData(
  name: string,
  player: string,
  { erase, ...flags }: PlayerDataFlags,
  output: Output,
) {
  const client = apiClient(flags)
  if (!erase) return output.out(JSON.stringify(await client.playerData(name, player), null, 2))
  await requireConfirmation(
    `This erases ${player} from ${name}, also from its history. This cannot be undone. Backups still contain the data.`,
    flags.yes,
    output,
  )
  await client.erasePlayerData(name, player)
  output.out(flags.json ? JSON.stringify({ erased: player }) : `${player} was erased from ${name}`)
}
