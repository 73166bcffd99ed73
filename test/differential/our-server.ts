// Our room, in memory and in simulated time, created from the Debian packages that the reference server uses.
import { readUpload } from '../../cli/api/upload.ts'
import { gameRecords } from '../../durable-objects/room/create/game-creation.ts'
import type { Records } from '../../durable-objects/storage/records.ts'
import { createRoom } from '../../games/crossfire/create-room.ts'
import type { ArchetypeCatalog } from '../../games/crossfire/import/catalog/archetype-catalog.ts'
import { ImportedAtlas } from '../../games/crossfire/import/world/imported-atlas.ts'
import {
  type CharacterRules,
  classOrDefault,
  raceOrDefault,
} from '../../games/crossfire/model/definitions/character-rules.ts'
import { newCreatureState } from '../../games/crossfire/model/level/spawns.ts'
import { gainExperience } from '../../games/crossfire/model/players/gain-experience.ts'
import type { Player, Thing } from '../../games/crossfire/model/state/game-state.ts'
import { putThing, removeThing } from '../../games/crossfire/model/things/move-things.ts'
import { createThing } from '../../games/crossfire/model/things/thing.ts'
import { gameHourMs } from '../../games/crossfire/model/time/time-of-day.ts'
import type { FromClient } from '../../games/crossfire/protocol/packets/index.ts'
import type { RecordValue } from '../../games/game.ts'
import { uploadedFile } from '../../games/shared/uploaded-file.ts'
import { createToEnd } from '../create-game.ts'
import { Town } from '../games/crossfire/harness/room-harness.ts'
import { testContext } from '../games/crossfire/harness/rules-arena.ts'
import type { Client } from '../games/crossfire/harness/test-client.ts'
import { worldContext } from '../games/world-context.ts'
import { memoryRecords } from '../memory-records.ts'
import { kindOf } from './compare-characters.ts'
import {
  type CellPosition,
  characterChoices,
  randomMapName,
  type ServerUnderTest,
  setupOptions,
  viewCells,
} from './server-under-test.ts'

export const dataFolder = '/usr/share/games/crossfire'
const tickMs = 120
/** Milliseconds from the start of the simulated clock, which is midnight in the game, to noon. */
const noon = 12 * gameHourMs
/** Tag of the temporary exit that moves the player; larger than any tag of the world. */
const exitTag = 2_000_000_000
/** Number of characters to draw: enough to find things that one in a hundred characters has. */
const kitDraws = 500

export class OurServer implements ServerUnderTest {
  readonly name = 'ours'
  #client: Client
  readonly #room: Town
  readonly #atlas: ImportedAtlas
  #nextTag = exitTag + 1

  private constructor(town: Town, client: Client, atlas: ImportedAtlas) {
    this.#atlas = atlas
    this.#room = town
    this.#client = client
  }

  static async start(name: string, records: Records): Promise<OurServer> {
    const town = await Town.open({}, records)
    const client = await town.joined(name, characterChoices, `${viewCells}x${viewCells}`, setupOptions)
    town.room.harness.clock.setForward(noon)
    const atlas = new ImportedAtlas({ get: (key) => parseStored(records.get(`game/${key}`)) })
    return new OurServer(town, client, atlas)
  }

  get client(): Client {
    return this.#client
  }

  async becomeNewCharacter(name: string, choices: readonly string[]): Promise<string | undefined> {
    this.#client.peer.hangUp()
    this.#client = await this.#room.joined(name, choices, `${viewCells}x${viewCells}`, setupOptions)
    return this.#client.tag > 0 ? undefined : 'refused'
  }

  async skillNames(): Promise<ReadonlyMap<number, string>> {
    return new Map(this.player.characterRules.skills.map(({ number, name }) => [number, name]))
  }

  async giveExperience(amount: number, skill: string): Promise<void> {
    gainExperience({ context: worldContext({}) }, this.player, amount, skill)
    await this.wait(1)
  }

  /** Kinds of things that new characters of this race and class can have, found by drawing many characters. */
  possibleThings(race: string, calling: string): ReadonlySet<string> {
    const { characterRules, archetypes } = this.#atlas
    const drawn = Array.from({ length: kitDraws }, (_, seed) =>
      characterRules.startingKit(
        raceOrDefault(characterRules, race),
        classOrDefault(characterRules, calling),
        seed,
      ),
    )
    const ids = new Set(
      drawn.flatMap(({ equipment, carried }) =>
        [...equipment, ...carried].map((entry) => (typeof entry === 'string' ? entry : entry[0])),
      ),
    )
    return new Set([...ids].map((id) => kindOf(archetypes.get(id).name.one)))
  }

  get characterRules(): CharacterRules {
    return this.#atlas.characterRules
  }

  get kinds(): ArchetypeCatalog {
    return this.#atlas.archetypes
  }

  get player(): Player {
    return this.#room.player(this.client)
  }

  /** Moves the player through a temporary exit, as on the reference server. */
  async movePlayerTo(map: string, x: number, y: number): Promise<void> {
    // A player who is already on the map would block the target cell.
    await this.#applyExitTo('/HallOfSelection', 13, 17)
    await this.#applyExitTo(map, x, y)
    await this.wait(4)
  }

  /** Moves the player to another cell of the same map. Does nothing if the map does not have this cell. */
  async moveToCell({ x, y }: CellPosition): Promise<void> {
    const { player } = this
    const level = player.level!
    if (!level.has(x, y)) return
    level.removePlayer(player)
    player.x = x
    player.y = y
    level.addPlayer(player)
    player.listener?.onSurroundingsChanged()
    await this.wait(1)
  }

  async setHp(hp: number): Promise<void> {
    await this.runCommand('run_stop')
    this.player.hp = hp
    await this.wait(1)
  }

  async setGrace(grace: number): Promise<void> {
    this.player.grace = grace
    await this.wait(1)
  }

  async createMonster(arch: string): Promise<void> {
    const { level, x, y } = this.player
    const kind = this.#atlas.archetypes.get(`arch ${arch}`)
    const spot = { x: x + 1, y }
    const life = newCreatureState(kind, -1, spot)
    putThing(createThing(this.#nextTag++, kind, 1, { life }), { in: 'cell', level: level!, ...spot })
    await this.wait(2)
  }

  async #applyExitTo(map: string, x: number, y: number): Promise<void> {
    const { player } = this
    const level = player.level!
    const exit: Thing = createThing(exitTag, 'stairs_down', 1, { exit: { level: map, x, y } })
    putThing(exit, { in: 'cell', level, x: player.x, y: player.y })
    await this.apply(exitTag)
    removeThing(exit)
  }

  /** Adds an imported item to the inventory, like `create` of the reference server. */
  async createItem(arch: string, count = 1): Promise<void> {
    const { player } = this
    const kind = this.#atlas.archetypes.get(`arch ${arch}`)
    putThing(createThing(this.#nextTag++, kind, count), { in: 'pack', player })
    player.listener?.onSurroundingsChanged()
    await this.wait(2)
  }

  async deleteItem(tag: number): Promise<void> {
    const thing = this.player.inventory.find((each) => each.tag === tag)
    if (thing) removeThing(thing)
    await this.wait(2)
  }

  async playerPosition(): Promise<CellPosition> {
    const { x, y } = this.player
    return { x, y }
  }

  async mapName(): Promise<string> {
    const { levelName } = this.player
    return levelName.startsWith('/!') ? randomMapName : levelName.replace(/@.*/, '')
  }

  async runCommand(text: string): Promise<readonly string[]> {
    return this.#collectMessages(() => {
      this.client.do(text)
      this.client.pass(3 * tickMs)
    })
  }

  async apply(tag: number): Promise<readonly string[]> {
    return this.#sendAndCollect({ type: 'apply', tag })
  }

  async move(to: number, tag: number, nrof: number): Promise<readonly string[]> {
    return this.#sendAndCollect({ type: 'move', to, tag, nrof })
  }

  async examine(tag: number): Promise<readonly string[]> {
    return this.#sendAndCollect({ type: 'examine', tag })
  }

  async wait(ticks: number): Promise<readonly string[]> {
    return this.#collectMessages(() => {
      this.client.pass(ticks * tickMs)
    })
  }

  #sendAndCollect(packet: FromClient): readonly string[] {
    return this.#collectMessages(() => {
      this.client.send(packet)
      this.client.pass(4 * tickMs)
    })
  }

  #collectMessages(action: () => void): readonly string[] {
    const before = this.client.texts.length
    action()
    return this.client.texts.slice(before)
  }
}

export async function createImportedRoom(): Promise<Records> {
  const arch = await readUpload(dataFolder, { includes: (path) => !path.includes('/') })
  const maps = await readUpload(`${dataFolder}/maps`)
  const files = await Promise.all(
    Object.entries({ arch, maps }).map(
      async ([field, file]) => [field, uploadedFile(file.name, await file.bytes())] as const,
    ),
  )
  const host = testContext('differential', () => 0)
  const created = await createToEnd((part) => createRoom(part, host), { options: {}, files: new Map(files) })
  if ('refused' in created) throw new Error(`${created.refused.field}: ${created.refused.detail}`)
  const records = memoryRecords()
  records.writeAll(gameRecords(created))
  return records
}

/** Decodes a stored value: bytes stay bytes, text is JSON. */
function parseStored(stored: ReturnType<Records['get']>): RecordValue | undefined {
  return typeof stored === 'string' ? (JSON.parse(stored) as RecordValue) : stored
}
