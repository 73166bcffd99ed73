// Arcane Sector, played in a browser: the connection, the client that speaks over it, what it sees, and what is around it.
import { Connection } from '../../../browser/connection.ts'
import { button, make } from '../../../browser/elements.ts'
import { Gamepads } from '../../../browser/gamepad.ts'
import { Keys } from '../../../browser/keys.ts'
import { player, usualTools } from '../../../browser/player.ts'
import { Sound } from '../../../browser/sound.ts'
import { touchButton, touchPad } from '../../../browser/touch.ts'
import { WireError } from '../../../wire/error.ts'
import { moves } from '../land/directions.ts'
import { drawArt } from '../view/art/art.ts'
import { actions, type ActionName, help, slotOf, wayOf } from './actions.ts'
import { Client, type Subject } from './client/client.ts'
import { Entrance } from './entrance.ts'
import { fetchLand } from './land.ts'
import { Bag } from './panels/bag.ts'
import { Icons } from './panels/icons.ts'
import { RuneBoard } from './panels/rune-board.ts'
import { Spell } from './panels/spell.ts'
import { Talk } from './panels/talk.ts'
import { Pointing } from './pointing.ts'
import { Scene } from './scene.ts'
import { noiseOf, sounds } from './sounds.ts'

/** Milliseconds between two looks at what is due, and after which the land is asked for again. */
const [mindMs, landAgainMs] = [100, 2000]
/** CSS pixels from which on what is carried and said stands beside the picture, and how many it takes there. */
const [besideFrom, besideWidth] = [840, 336]

function play(): void {
  const on = player()
  const art = drawArt()
  const icons = new Icons(art)
  const sound = new Sound(sounds, {})
  const spell = new Spell(() => {
    board.show()
    stage.dataset.shown = spell.shown ? 'runes' : 'bag'
    scene.ask()
  })
  let before = { place: undefined, facing: 0, holds: false } as Parameters<typeof noiseOf>[1]
  let lost = ''

  const client = new Client({
    send: (frame) => connection?.send(frame),
    leave: () => connection?.leave(),
    comeAgain: () => connection?.come(),
    now: () => performance.now(),
    changed: (subject) => show(subject),
    told(packet) {
      const noise = noiseOf(packet, before)
      if (noise) sound.play(noise)
      const { place, facing } = client.sight
      before = { place, facing, holds: client.self.held !== undefined }
    },
  })
}

play()
